// The commands that read and write files without baking: sample, inspect, convert, extract-rig.

#include "tests/client/ctl_fixture.h"

namespace retarget::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class CtlFiles : public CtlTest {};

TEST_F(CtlFiles, SampleWritesBothCharactersIntoANewFolder) {
  const nlohmann::json answer = CtlJson({"sample", "-o", Path("new/samples")});
  EXPECT_THAT(answer["files"], ElementsAre(Path("new/samples/hero.glb"), Path("new/samples/imp.glb")));
  EXPECT_EQ(Read(Path("new/samples/hero.glb")), Read(Hero()));
}

TEST_F(CtlFiles, SampleSaysWhyItCannotMakeTheFolder) {
  const std::string file = Write("file", "");
  EXPECT_THAT(Ctl({"sample", "-o", file + "/samples"}), FailsWith(2, HasSubstr("cannot create folder")));
}

TEST_F(CtlFiles, InspectListsRigAndClips) {
  const nlohmann::json answer = CtlJson({"inspect", Hero()});
  EXPECT_TRUE(answer["rig"]["skin"]);
  EXPECT_GT(answer["rig"]["joints"], 20);
  EXPECT_EQ(answer["rig"]["boneList"].size(), answer["rig"]["bones"]);
  ASSERT_EQ(answer["clips"].size(), 2u);
  EXPECT_EQ(answer["clips"][0]["name"], "Walk");
  EXPECT_NEAR(answer["clips"][0]["duration"].get<double>(), 1.0, 1e-6);
  EXPECT_GT(answer["clips"][0]["movingChannels"], 5);
  EXPECT_GT(answer["clips"][0]["keys"], answer["clips"][0]["channels"]);
  EXPECT_THAT(Ctl({"inspect", Hero(), "--bones"}).out, AllOf(HasSubstr("\"Walk\""), HasSubstr("mixamorig:Hips")));
}

TEST_F(CtlFiles, InspectSaysWhatIsWrongWithAFile) {
  EXPECT_THAT(Ctl({"inspect", Path("none.glb")}), FailsWith(4, HasSubstr("none.glb")));
  EXPECT_THAT(Ctl({"inspect", Write("noise.glb", "not a model")}), FailsWith(2, HasSubstr("noise.glb")));
  EXPECT_THAT(Ctl({"inspect", Write("half.glb", Read(Hero()).substr(0, 1000))}), FailsWith(2, HasSubstr("half.glb")));
}

TEST_F(CtlFiles, ConvertKeepsAClipThroughEveryFormat) {
  ASSERT_THAT(Ctl({"convert", Hero(), "--clip", "Walk", "-o", Path("a.zanim")}), Succeeds());
  ASSERT_THAT(Ctl({"convert", Path("a.zanim"), "-o", Path("b.json")}), Succeeds());
  ASSERT_THAT(Ctl({"convert", Path("b.json"), "-o", Path("c.zanim")}), Succeeds());
  EXPECT_EQ(Read(Path("a.zanim")), Read(Path("c.zanim")));
  ASSERT_THAT(Ctl({"convert", Path("c.zanim"), "--rig", Hero(), "-o", Path("d.glb")}), Succeeds());
  ASSERT_THAT(Ctl({"convert", Path("d.glb"), "-o", Path("e.zanim")}), Succeeds());
  EXPECT_EQ(CtlJson({"inspect", Path("e.zanim")})["clips"], CtlJson({"inspect", Path("a.zanim")})["clips"]);
}

TEST_F(CtlFiles, ConvertKeepsARigThroughEveryFormat) {
  ASSERT_THAT(Ctl({"convert", Imp(), "-o", Path("a.zmsh")}), Succeeds());
  ASSERT_THAT(Ctl({"convert", Path("a.zmsh"), "-o", Path("b.json")}), Succeeds());
  ASSERT_THAT(Ctl({"convert", Path("b.json"), "-o", Path("c.zmsh")}), Succeeds());
  EXPECT_EQ(Read(Path("a.zmsh")), Read(Path("c.zmsh")));
  EXPECT_THAT(Ctl({"convert", Hero(), "--as-rig", "-o", Path("d.json")}).out, HasSubstr("rig"));
  EXPECT_TRUE(CtlJson({"inspect", Path("d.json")})["rig"]["skin"]);
}

TEST_F(CtlFiles, ConvertSaysWhatItNeeds) {
  EXPECT_THAT(Ctl({"convert", Hero(), "--clip", "Swim", "-o", Path("a.zanim")}),
              FailsWith(4, AllOf(HasSubstr("Swim"), HasSubstr("Walk"), HasSubstr("Wave"))));
  EXPECT_THAT(Ctl({"convert", Hero(), "-o", Path("a.zanim")}), FailsWith(4, HasSubstr("Wave")));  // which of the two?
  EXPECT_THAT(Ctl({"convert", Hero(), "-o", Path("a.mp4")}),
              FailsWith(2, AllOf(HasSubstr(".mp4"), HasSubstr(".zanim"))));
  EXPECT_THAT(Ctl({"convert", Hero(), "--clip", "Walk", "-o", Path("no/a.zanim")}),
              FailsWith(2, HasSubstr("there is no folder")));
  EXPECT_THAT(folder_.List(), IsEmpty());
}

TEST_F(CtlFiles, ConvertOfAClipAloneNeedsItsRig) {
  ASSERT_THAT(Ctl({"convert", Hero(), "--clip", "Walk", "-o", Path("a.zanim")}), Succeeds());
  EXPECT_THAT(Ctl({"convert", Path("a.zanim"), "-o", Path("b.glb")}), FailsWith(2, HasSubstr("--rig RIG")));
  EXPECT_THAT(Ctl({"convert", Path("a.zanim"), "-o", Path("b.zmsh")}), FailsWith(2, HasSubstr("holds no rig")));
  EXPECT_THAT(Ctl({"convert", Path("a.zanim"), "--rig", Imp(), "-o", Path("b.glb")}),
              FailsWith(2, HasSubstr("no such bone")));
  EXPECT_THAT(folder_.List(), ElementsAre("a.zanim"));
}

TEST_F(CtlFiles, ExtractRigWritesTheSkeletonAlone) {
  const nlohmann::json answer = CtlJson({"extract-rig", Hero(), "-o", Path("hero.zmsh")});
  EXPECT_TRUE(answer["skin"]);
  EXPECT_GE(answer["bones"], answer["joints"]);
  EXPECT_LT(Read(Path("hero.zmsh")).size(), Read(Hero()).size());
  EXPECT_TRUE(CtlJson({"inspect", Path("hero.zmsh")})["rig"]["skin"]);
}

TEST_F(CtlFiles, ExtractRigAnswersNoSkin) {
  const std::string chain = Write("chain.json", ChainRigJson(3));
  const nlohmann::json answer = CtlJson({"extract-rig", chain, "-o", Path("chain.zmsh")});
  EXPECT_FALSE(answer["skin"]);
  EXPECT_THAT(answer["reason"].get<std::string>(), HasSubstr("no skin"));
  EXPECT_THAT(folder_.List(), ElementsAre("chain.json"));
}

TEST_F(CtlFiles, AnUnwritableOutputLeavesNothing) {
  EXPECT_THAT(Ctl({"extract-rig", Hero(), "-o", folder_.path() + "/.zmsh"}), FailsWith(2, HasSubstr("extension")));
  EXPECT_THAT(Ctl({"extract-rig", Hero(), "-o", "/proc/hero.zmsh"}), FailsWith(2, HasSubstr("/proc/hero.zmsh")));
  EXPECT_THAT(folder_.List(), IsEmpty());
}

}  // namespace
}  // namespace retarget::testing
