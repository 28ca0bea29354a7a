// Holds the formats and their documentation to the files that earlier versions wrote.

#include "core/base/file_io.h"
#include "core/clip/codecs.h"
#include "gtest/gtest.h"
#include "tests/core/clip/sample_clips.h"
#include "tests/support/hex_block.h"
#include "tests/support/status_matchers.h"

namespace retarget {
namespace {

const std::string kFolder = RETARGETD_SOURCE_DIR "/tests/core/clip/golden/";

void ExpectGolden(const std::string& name, const Clip& clip) {
  ASSERT_OK_AND_ASSIGN(const std::string zanim, ReadFile(kFolder + name + ".v1.zanim"));
  ASSERT_OK_AND_ASSIGN(const std::string json, ReadFile(kFolder + name + ".clip.json"));
  EXPECT_EQ(EncodeZanim(clip), zanim);
  EXPECT_EQ(EncodeClipJson(clip), json);
  ASSERT_OK_AND_ASSIGN(const Clip from_zanim, DecodeZanim(zanim));
  ASSERT_OK_AND_ASSIGN(const Clip from_json, DecodeClipJson(json));
  EXPECT_EQ(EncodeZanim(from_zanim), zanim);
  EXPECT_EQ(EncodeZanim(from_json), zanim);
}

TEST(ClipGolden, FilesOfVersionOneReadAndWriteTheSame) {
  ExpectGolden("nod", testing::ExampleClip());
  ExpectGolden("awkward", testing::AwkwardClip());
}

TEST(ClipGolden, DocumentedExampleIsWhatTheEncoderWrites) {
  ASSERT_OK_AND_ASSIGN(const std::string page, ReadFile(RETARGETD_SOURCE_DIR "/core/clip/FORMAT.md"));
  EXPECT_EQ(testing::BytesOfHexBlock(page), EncodeZanim(testing::ExampleClip()));
}

}  // namespace
}  // namespace retarget
