#pragma once
// The requests about one rig: which roles it has, its T-pose, the rig alone. Run on an io thread.

#include "absl/status/status.h"
#include "retarget/v1/retarget.pb.h"

namespace retarget {

// Each fills `response`, or fails with a code its RPC documents; the response is then not to be sent.
absl::Status HandleDeriveProfile(const v1::DeriveProfileRequest& request, v1::DeriveProfileResponse& response);
absl::Status HandleNormalizeRig(const v1::NormalizeRigRequest& request, v1::NormalizeRigResponse& response);
absl::Status HandleExtractRig(const v1::ExtractRigRequest& request, v1::ExtractRigResponse& response);

}  // namespace retarget
