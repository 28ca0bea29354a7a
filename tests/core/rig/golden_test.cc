// Holds the formats and their documentation to the files that earlier versions wrote.

#include "core/base/file_io.h"
#include "core/rig/codecs.h"
#include "gtest/gtest.h"
#include "tests/core/rig/sample_rigs.h"
#include "tests/support/hex_block.h"
#include "tests/support/status_matchers.h"

namespace retarget {
namespace {

const std::string kFolder = RETARGETD_SOURCE_DIR "/tests/core/rig/golden/";

void ExpectGolden(const std::string& name, const Rig& rig) {
  ASSERT_OK_AND_ASSIGN(const std::string zmsh, ReadFile(kFolder + name + ".v1.zmsh"));
  ASSERT_OK_AND_ASSIGN(const std::string json, ReadFile(kFolder + name + ".rig.json"));
  ASSERT_OK_AND_ASSIGN(const std::string yaml, ReadFile(kFolder + name + ".humanoid.profile"));
  EXPECT_EQ(EncodeZmsh(rig), zmsh);
  EXPECT_EQ(EncodeRigJson(rig), json);
  EXPECT_EQ(EncodeProfile(*rig.profile(), rig), yaml);
  ASSERT_OK_AND_ASSIGN(const Rig from_zmsh, DecodeZmsh(zmsh));
  ASSERT_OK_AND_ASSIGN(const Rig from_json, DecodeRigJson(json));
  ASSERT_OK_AND_ASSIGN(const Profile profile, DecodeProfile(yaml, rig));
  EXPECT_EQ(EncodeZmsh(from_zmsh), zmsh);
  EXPECT_EQ(EncodeZmsh(from_json), zmsh);
  EXPECT_EQ(profile, *rig.profile());
}

TEST(RigGolden, FilesOfVersionOneReadAndWriteTheSame) {
  ExpectGolden("doll", testing::ExampleRig());
  ExpectGolden("awkward", testing::AwkwardRig());
}

TEST(RigGolden, DocumentedExampleIsWhatTheEncoderWrites) {
  ASSERT_OK_AND_ASSIGN(const std::string page, ReadFile(RETARGETD_SOURCE_DIR "/core/rig/FORMAT.md"));
  EXPECT_EQ(testing::BytesOfHexBlock(page), EncodeZmsh(testing::ExampleRig()));
}

}  // namespace
}  // namespace retarget
