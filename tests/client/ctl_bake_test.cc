// The commands of the bake itself, without a daemon: bake --local, plan, profile, tpose.

#include "tests/client/ctl_fixture.h"

namespace retarget::testing {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class CtlBake : public CtlTest {
 protected:
  // bake hero Walk -> imp, with more arguments.
  std::vector<std::string> BakeWalk(const std::string& output, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> out = {"bake", Hero(), "--clip", "Walk", "--target", Imp(), "-o", Path(output)};
    out.insert(out.end(), more.begin(), more.end());
    return out;
  }
};

TEST_F(CtlBake, LocalBakeAddsTheClipToTheTargetsFile) {
  const nlohmann::json answer = CtlJson(BakeWalk("out.glb", {"--local"}));
  EXPECT_EQ(answer["origin"], "local");
  EXPECT_EQ(answer["clip"], "Walk");
  EXPECT_LT(answer["limbErrorDeg"]["max"], 0.5);
  EXPECT_LT(answer["hipsErrorInHipsHeights"]["max"], 0.002);
  EXPECT_GT(answer["limbErrorDeg"]["samples"], 0);
  const nlohmann::json written = CtlJson({"inspect", Path("out.glb")});
  const nlohmann::json target = CtlJson({"inspect", Imp()});
  EXPECT_EQ(written["rig"]["boneList"], target["rig"]["boneList"]);
  ASSERT_EQ(written["clips"].size(), target["clips"].size() + 1);
  EXPECT_EQ(written["clips"].back()["name"], "Walk");
  EXPECT_GT(written["clips"].back()["movingChannels"], 5);
  EXPECT_GT(Read(Path("out.glb")).size(), Read(Imp()).size());  // the mesh is still there
}

TEST_F(CtlBake, EveryOutputFormatHoldsTheSameClip) {
  ASSERT_THAT(Ctl(BakeWalk("out.zanim", {"--local"})), Succeeds());
  ASSERT_THAT(Ctl(BakeWalk("out.json", {"--local"})), Succeeds());
  ASSERT_THAT(Ctl({"convert", Path("out.json"), "-o", Path("back.zanim")}), Succeeds());
  EXPECT_EQ(Read(Path("back.zanim")), Read(Path("out.zanim")));
}

TEST_F(CtlBake, OptionsReachTheBake) {
  const nlohmann::json plain = CtlJson(BakeWalk("a.zanim", {"--local"}));
  const nlohmann::json slow = CtlJson(BakeWalk("b.zanim", {"--local", "--fps", "5", "--name", "Stroll", "--report"}));
  EXPECT_EQ(slow["clip"], "Stroll");
  EXPECT_EQ(slow["keys"], 6);  // 1 s
  EXPECT_TRUE(slow["report"].contains("limbs"));
  EXPECT_FALSE(plain.contains("report"));
  CtlJson(BakeWalk("c.zanim", {"--local", "--symmetrize"}));
  CtlJson(BakeWalk("d.zanim", {"--local", "--feet", "carried"}));
  EXPECT_NE(Read(Path("a.zanim")), Read(Path("d.zanim")));
}

TEST_F(CtlBake, TextAnswerShowsTheFigures) {
  const ProcessResult result = Ctl(BakeWalk("out.glb", {"--local"}));
  EXPECT_THAT(result.out, AllOf(HasSubstr("limb error"), HasSubstr("hips error"), HasSubstr("keys"), HasSubstr("size"),
                                HasSubstr(Path("out.glb"))));
}

TEST_F(CtlBake, AClipAloneNeedsItsSourceRig) {
  ASSERT_THAT(Ctl({"convert", Hero(), "--clip", "Walk", "-o", Path("walk.zanim")}), Succeeds());
  ASSERT_THAT(Ctl({"extract-rig", Hero(), "-o", Path("hero.zmsh")}), Succeeds());
  const std::vector<std::string> bake = {"bake", Path("walk.zanim"), "--target", Imp(),
                                         "-o",   Path("a.zanim"),    "--local"};
  EXPECT_THAT(Ctl(bake), FailsWith(2, HasSubstr("--source-rig")));
  std::vector<std::string> with_rig = bake;
  with_rig.insert(with_rig.end(), {"--source-rig", Path("hero.zmsh")});
  ASSERT_THAT(Ctl(with_rig), Succeeds());
  ASSERT_THAT(Ctl(BakeWalk("b.zanim", {"--local"})), Succeeds());
  EXPECT_EQ(Read(Path("a.zanim")), Read(Path("b.zanim")));
}

TEST_F(CtlBake, ATargetThatIsNoGltfGivesASkeletonGlb) {
  ASSERT_THAT(Ctl({"extract-rig", Imp(), "-o", Path("imp.zmsh")}), Succeeds());
  ASSERT_THAT(Ctl({"bake", Hero(), "--clip", "Walk", "--target", Path("imp.zmsh"), "-o", Path("out.glb"), "--local"}),
              Succeeds());
  const nlohmann::json written = CtlJson({"inspect", Path("out.glb")});
  EXPECT_EQ(written["clips"][0]["name"], "Walk");
  EXPECT_TRUE(written["rig"]["skin"]);
}

TEST_F(CtlBake, RefusesANameTheTargetHas) {
  ASSERT_THAT(Ctl(BakeWalk("out.glb", {"--local"})), Succeeds());
  const std::vector<std::string> again = {"bake",          Hero(), "--clip",          "Walk",   "--target",
                                          Path("out.glb"), "-o",   Path("again.glb"), "--local"};
  EXPECT_THAT(Ctl(again), FailsWith(2, AllOf(HasSubstr("\"Walk\""), HasSubstr("--name"))));
  EXPECT_THAT(folder_.List(), ElementsAre("out.glb"));
  std::vector<std::string> renamed = again;
  renamed.insert(renamed.end(), {"--name", "Walk 2"});
  EXPECT_THAT(Ctl(renamed), Succeeds());
}

TEST_F(CtlBake, WithoutADaemonItSaysHowToStartOne) {
  EXPECT_THAT(Ctl(BakeWalk("out.glb")), FailsWith(3, AllOf(HasSubstr("no-daemon.sock"), HasSubstr("--local"),
                                                           HasSubstr("`retargetd --data-dir DIR`"))));
  EXPECT_THAT(folder_.List(), IsEmpty());
}

TEST_F(CtlBake, BadInputIsRefusedAndNothingIsWritten) {
  const std::string chain = Write("chain.json", ChainRigJson(4));
  auto bake = [&](const std::string& clip, const std::string& target, const std::string& out) {
    return Ctl({"bake", Hero(), "--clip", clip, "--target", target, "-o", out, "--local"});
  };
  EXPECT_THAT(bake("Swim", Imp(), Path("o.glb")), FailsWith(4, AllOf(HasSubstr("Walk"), HasSubstr("Wave"))));
  EXPECT_THAT(bake("Walk", Path("none.glb"), Path("o.glb")), FailsWith(4, HasSubstr("none.glb")));
  EXPECT_THAT(bake("Walk", chain, Path("o.glb")), FailsWith(1, AllOf(HasSubstr("humanoid"), HasSubstr("leftarm"))));
  EXPECT_THAT(bake("Walk", Imp(), Path("o.fbx")), FailsWith(2, HasSubstr(".fbx")));
  EXPECT_THAT(bake("Walk", Imp(), Path("no/o.glb")), FailsWith(2, HasSubstr("there is no folder")));
  EXPECT_THAT(Ctl(BakeWalk("o.glb", {"--local", "--fps", "5000"})), FailsWith(2, HasSubstr("1000")));
  EXPECT_THAT(Ctl(BakeWalk("o.glb", {"--local", "--feet", "bare"})), FailsWith(2, HasSubstr("carried")));
  EXPECT_THAT(folder_.List(), ElementsAre("chain.json"));
}

TEST_F(CtlBake, PlanPairsBones) {
  const nlohmann::json plan = CtlJson({"plan", Hero(), "--clip", "Walk", "--target", Imp()});
  ASSERT_GE(plan["mapped"].size(), 15u);
  EXPECT_EQ(plan["mapped"][0]["role"], "hips");
  EXPECT_EQ(plan["mapped"][0]["source"], "mixamorig:Hips");
  EXPECT_THAT(Ctl({"plan", Hero(), "--target", Imp()}).out, HasSubstr("leftforearm"));  // without a clip
  EXPECT_THAT(Ctl({"plan", Hero(), "--target", Write("chain.json", ChainRigJson(4))}),
              FailsWith(1, HasSubstr("leftarm")));
}

TEST_F(CtlBake, ProfileFindsTheRoles) {
  const nlohmann::json answer = CtlJson({"profile", Hero(), "-o", Path("hero.profile")});
  EXPECT_TRUE(answer["humanoid"]);
  EXPECT_EQ(answer["roles"]["hips"]["bone"], "mixamorig:Hips");
  EXPECT_TRUE(answer["roles"]["hips"]["node"].is_number_integer());
  EXPECT_GT(answer["boneCount"], 20);
  EXPECT_THAT(Read(Path("hero.profile")), HasSubstr("hips: "));
  EXPECT_THAT(Ctl({"profile", Hero()}).out, HasSubstr("leftforearm"));
}

TEST_F(CtlBake, AnEditedProfileIsUsed) {
  ASSERT_THAT(Ctl({"profile", Imp(), "-o", Path("imp.profile")}), Succeeds());
  std::string text = Read(Path("imp.profile"));
  const size_t at = text.find("  head:");
  ASSERT_NE(at, std::string::npos) << text;
  text.erase(at, text.find('\n', at) - at + 1);
  const std::vector<std::string> plan = {
      "plan", Hero(), "--target", Imp(), "--target-profile", Write("edited.profile", text)};
  EXPECT_THAT(CtlJson(plan)["unmappedSourceRoles"], Contains("head"));
  EXPECT_THAT(
      Ctl({"plan", Hero(), "--target", Imp(), "--target-profile", Write("bad.profile", "roles:\n  hips: nobody\n")}),
      FailsWith(2, AllOf(HasSubstr("bad.profile"), HasSubstr("nobody"))));
}

TEST_F(CtlBake, NotAHumanoidIsAnAnswer) {
  const nlohmann::json answer = CtlJson({"profile", Write("chain.json", ChainRigJson(4))});
  EXPECT_FALSE(answer["humanoid"]);
  EXPECT_THAT(answer["reason"].get<std::string>(), HasSubstr("leftarm"));
  EXPECT_EQ(answer["boneCount"], 4);
}

TEST_F(CtlBake, ALoopingHierarchyIsAnAnswerToo) {
  nlohmann::json rig = nlohmann::json::parse(ChainRigJson(3));
  rig["bones"][0]["parent"] = 2;
  const nlohmann::json answer = CtlJson({"profile", Write("loop.json", rig.dump())});
  EXPECT_FALSE(answer["humanoid"]);
  EXPECT_THAT(answer["reason"].get<std::string>(), AllOf(HasSubstr("looping hierarchy"), HasSubstr(" -> ")));
}

TEST_F(CtlBake, TposeWritesTheRigAndSaysHowFarItStood) {
  const nlohmann::json answer = CtlJson({"tpose", Imp(), "-o", Path("t.glb")});
  EXPECT_GT(answer["distanceFromTDeg"]["leftarm"], 10.0);  // the imp stands in A-pose
  EXPECT_GT(answer["hipsHeight"], 0.1);
  const nlohmann::json again = CtlJson({"tpose", Path("t.glb"), "-o", Path("t2.glb"), "--symmetrize"});
  EXPECT_LT(again["distanceFromTDeg"]["leftarm"], 0.1);
  EXPECT_THAT(Ctl({"tpose", Write("chain.json", ChainRigJson(4)), "-o", Path("no.glb")}),
              FailsWith(1, HasSubstr("leftarm")));
  EXPECT_THAT(folder_.List(), ElementsAre("chain.json", "t.glb", "t2.glb"));
}

}  // namespace
}  // namespace retarget::testing
