#pragma once
// RETURN_IF_ERROR and ASSIGN_OR_RETURN: Abseil 20220623 ships neither.

#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

// Returns from the enclosing function when `expr` is a non-OK absl::Status.
#define RETURN_IF_ERROR(expr)                              \
  do {                                                     \
    absl::Status retargetd_status_ = (expr);               \
    if (!retargetd_status_.ok()) return retargetd_status_; \
  } while (false)

// ASSIGN_OR_RETURN(auto x, F()): assigns the value of a StatusOr, or returns its status.
#define ASSIGN_OR_RETURN(lhs, expr) RETARGETD_ASSIGN_OR_RETURN_(RETARGETD_CONCAT_(retargetd_or_, __LINE__), lhs, expr)
#define RETARGETD_CONCAT_INNER_(a, b) a##b
#define RETARGETD_CONCAT_(a, b) RETARGETD_CONCAT_INNER_(a, b)
#define RETARGETD_ASSIGN_OR_RETURN_(tmp, lhs, expr) \
  auto tmp = (expr);                                \
  if (!tmp.ok()) return std::move(tmp).status();    \
  lhs = *std::move(tmp)
