// Bytes no tool of ours would send, straight at a running daemon: it refuses them with a reason and keeps serving.

#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "client/client.h"
#include "core/base/file_io.h"
#include "core/sample/sample_files.h"
#include "gtest/gtest.h"
#include "tests/support/corpus.h"
#include "tests/support/process.h"
#include "tests/support/status_matchers.h"

namespace retarget {
namespace {

using testing::BackgroundProcess;
using testing::TempDir;

// What a caller can be told about its own bytes; anything else is the daemon's fault.
bool BlamesTheRequest(const absl::Status& status) {
  return status.code() == absl::StatusCode::kInvalidArgument || status.code() == absl::StatusCode::kNotFound ||
         status.code() == absl::StatusCode::kFailedPrecondition;
}

class RawRequests : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string address = "unix:" + folder_.File("socket");
    daemon_ = std::make_unique<BackgroundProcess>(
        std::vector<std::string>{RETARGETD_PROGRAM, "--listen", address, "--data-dir", folder_.File("data")});
    ClientOptions options;
    options.address = address;
    ASSERT_OK_AND_ASSIGN(client_, Client::Create(options));
    ASSERT_OK(daemon_->WaitForOutput("event=serving"));
    for (const SampleFile& file : SampleFiles()) (file.name == "hero.glb" ? hero_ : imp_) = file.bytes;
  }

  absl::Status Bake(const std::string& clip, const std::string& clip_name, const std::string& target) {
    v1::BakeRequest request;
    request.mutable_clip()->set_data(clip);
    request.mutable_clip()->set_clip_name(clip_name);
    request.mutable_target()->set_data(target);
    return client_->Bake(request).status();
  }

  // Sends `bytes` in every place that takes a file. Answers are fine; failures must blame the request.
  void SendEverywhere(const std::string& bytes, const std::string& label) {
    v1::DeriveProfileRequest derive;
    derive.mutable_rig()->set_data(bytes);
    v1::ExtractRigRequest extract;
    extract.mutable_rig()->set_data(bytes);
    v1::NormalizeRigRequest normalize;
    normalize.mutable_rig()->set_data(bytes);
    const absl::Status results[] = {
        Bake(bytes, "", imp_),
        Bake(bytes, "0", imp_),
        Bake(hero_, "Walk", bytes),
        client_->DeriveProfile(derive).status(),
        client_->ExtractRig(extract).status(),
        client_->NormalizeRig(normalize).status(),
    };
    for (const absl::Status& status : results) {
      if (status.ok()) continue;
      EXPECT_TRUE(BlamesTheRequest(status)) << label << ": " << status;
      EXPECT_NE(status.message(), "") << label;
    }
    EXPECT_TRUE(daemon_->Running()) << label << ":\n" << daemon_->Output();
  }

  TempDir folder_;
  std::unique_ptr<BackgroundProcess> daemon_;
  std::unique_ptr<Client> client_;
  std::string hero_, imp_;
};

TEST_F(RawRequests, MalformedCorpusFiles) {
  REQUIRE_CORPUS();
  int files = 0;
  for (const auto& file : std::filesystem::directory_iterator(testing::CorpusFolder() + "/malformed")) {
    ASSERT_OK_AND_ASSIGN(const std::string bytes, ReadFile(file.path()));
    SendEverywhere(bytes, file.path().filename());
    EXPECT_FALSE(Bake(bytes, "0", imp_).ok()) << file.path();  // none of them holds a humanoid
    ++files;
  }
  EXPECT_GT(files, 20);
  EXPECT_OK(Bake(hero_, "Walk", imp_));
}

TEST_F(RawRequests, TruncatedAndFlippedBytes) {
  std::mt19937 random(7);
  for (int round = 0; round < 40; ++round) {
    std::string cut = hero_.substr(0, random() % hero_.size());
    SendEverywhere(cut, "cut to " + std::to_string(cut.size()));
    // Flips in the JSON part, where every byte has a meaning.
    std::string flipped = hero_;
    for (int flips = 0; flips < 3; ++flips) flipped[12 + random() % 4000] ^= static_cast<char>(1 << random() % 8);
    SendEverywhere(flipped, "flipped, round " + std::to_string(round));
  }
  EXPECT_OK(Bake(hero_, "Walk", imp_));
}

TEST_F(RawRequests, NothingAtAll) {
  SendEverywhere("", "empty");
  EXPECT_THAT(client_->Bake(v1::BakeRequest()),
              testing::StatusIs(absl::StatusCode::kInvalidArgument, ::testing::HasSubstr("target")));
}

}  // namespace
}  // namespace retarget
