#include "server/request_problems.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "retarget/v1/error.pb.h"
#include "server/text_utf8.h"
#include "server/wire_status.h"
#include "tests/support/status_matchers.h"

namespace retarget {
namespace {

using ::retarget::testing::StatusIs;
using ::testing::AllOf;
using ::testing::HasSubstr;
constexpr std::chrono::milliseconds kDelay(1500);

v1::ErrorDetail DetailOf(const grpc::Status& status) {
  v1::ErrorDetail detail;
  EXPECT_TRUE(detail.ParseFromString(status.error_details()));
  return detail;
}

TEST(RequestProblems, CarriesEveryProblemWithItsField) {
  RequestProblems problems;
  problems.Add("a", absl::OkStatus());
  problems.Add("clip.data", absl::NotFoundError("no clip"));
  problems.Join(InField("target.data", absl::InvalidArgumentError("not GLB")));
  problems.Join(absl::InternalError("odd"));
  const absl::Status status = problems.ToStatus();
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kNotFound,
                               AllOf(HasSubstr("clip.data: no clip"), HasSubstr("target.data: not GLB"))));
  const std::vector<FieldProblem> carried = ProblemsOf(status);
  ASSERT_EQ(carried.size(), 3u);
  EXPECT_EQ(carried[1].field, "target.data");
  EXPECT_EQ(carried[1].description, "not GLB");
  EXPECT_EQ(carried[2].field, "request");
}

TEST(RequestProblems, NoneIsOk) {
  EXPECT_OK(RequestProblems().ToStatus());
  EXPECT_OK(InField("x", absl::OkStatus()));
  EXPECT_TRUE(ProblemsOf(absl::InternalError("x")).empty());
}

TEST(WireStatus, KeepsCodeMessageAndFields) {
  const grpc::Status status = ToWireStatus(InField("bake_key", absl::InvalidArgumentError("too short")), kDelay);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(status.error_message(), "bake_key: too short");
  const v1::ErrorDetail detail = DetailOf(status);
  ASSERT_EQ(detail.field_violations_size(), 1);
  EXPECT_EQ(detail.field_violations(0).field(), "bake_key");
  EXPECT_FALSE(detail.has_retry_delay());
}

TEST(WireStatus, TellsRefusedCallersHowLongToWait) {
  const v1::ErrorDetail detail = DetailOf(ToWireStatus(absl::ResourceExhaustedError("full"), kDelay));
  EXPECT_EQ(detail.retry_delay().seconds(), 1);
  EXPECT_EQ(detail.retry_delay().nanos(), 500'000'000);
}

TEST(WireStatus, StaysUnderTheTrailerLimitOfCallers) {
  RequestProblems problems;
  for (int i = 0; i < 100; ++i) problems.Add("field", absl::InvalidArgumentError(std::string(5000, '\xff')));
  const grpc::Status status = ToWireStatus(problems.ToStatus(), kDelay);
  EXPECT_LT(status.error_details().size() * 4 / 3, 4000u);
  EXPECT_LT(status.error_message().size(), 4000u);
  EXPECT_THAT(status.error_message(), HasSubstr("(cut)"));
}

TEST(TextUtf8, ReplacesWhatIsNotUtf8Alone) {
  EXPECT_EQ(ToUtf8("h\xC3\xBC"
                   "ft \xE3\x81\x82 \xF0\x9F\x98\x80"),
            "h\xC3\xBC"
            "ft \xE3\x81\x82 \xF0\x9F\x98\x80");
  EXPECT_EQ(ToUtf8("a\xFF"
                   "b"),
            "a\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(ToUtf8("\xC0\xAF"), "\xEF\xBF\xBD\xEF\xBF\xBD");    // overlong
  EXPECT_EQ(ToUtf8("\xED\xA0\x80").size(), 9u);                 // surrogate
  EXPECT_EQ(ToUtf8("\xF4\x90\x80\x80").size(), 12u);            // above U+10FFFF
  EXPECT_EQ(ToUtf8("x\xE3\x81"), "x\xEF\xBF\xBD\xEF\xBF\xBD");  // ends too early
}

TEST(TextUtf8, CutsLongTextAndSaysSo) {
  EXPECT_EQ(CutText("short", 16), "short");
  EXPECT_EQ(CutText(std::string(100, 'a'), 20), std::string(11, 'a') + "... (cut)");
}

}  // namespace
}  // namespace retarget
