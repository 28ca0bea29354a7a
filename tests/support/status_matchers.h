#pragma once
// gmock matchers for absl::Status; Abseil 20220623 ships none.

#include <ostream>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gmock/gmock.h"

namespace retarget::testing {

inline const absl::Status& GetStatus(const absl::Status& status) { return status; }
template <typename T>
const absl::Status& GetStatus(const absl::StatusOr<T>& value) {
  return value.status();
}

MATCHER(IsOk, "is OK") {
  *result_listener << GetStatus(arg).ToString();
  return GetStatus(arg).ok();
}

// StatusIs(code, HasSubstr("field")): code and message.
MATCHER_P2(StatusIs, code, message, "") {
  const absl::Status& status = GetStatus(arg);
  *result_listener << status.ToString();
  return status.code() == code &&
         ::testing::ExplainMatchResult(message, std::string(status.message()), result_listener);
}

#define ASSERT_OK(expr) ASSERT_THAT(expr, ::retarget::testing::IsOk())
#define EXPECT_OK(expr) EXPECT_THAT(expr, ::retarget::testing::IsOk())
// ASSERT_OK_AND_ASSIGN(auto x, F());
#define ASSERT_OK_AND_ASSIGN(lhs, expr) ASSERT_OK_AND_ASSIGN_1_(RETARGETD_TEST_CAT_(or_, __LINE__), lhs, expr)
#define RETARGETD_TEST_CAT2_(a, b) a##b
#define RETARGETD_TEST_CAT_(a, b) RETARGETD_TEST_CAT2_(a, b)
#define ASSERT_OK_AND_ASSIGN_1_(tmp, lhs, expr) \
  auto tmp = (expr);                            \
  ASSERT_OK(tmp);                               \
  lhs = *std::move(tmp)

}  // namespace retarget::testing
