#pragma once
// How text formats point at a bone: by its name; by `name@index` where several bones share the name; by `@index` where
// the name is empty or is not UTF-8.

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/rig/rig.h"

namespace retarget {

// The text for `bone`; FindBoneRef takes it back to the same bone of the same rig.
std::string BoneRef(const Rig& rig, int bone);

// kInvalidArgument: no such bone (message gives the nearest name), or a bare name that several bones have (message
// gives the texts to choose from).
absl::StatusOr<int> FindBoneRef(const Rig& rig, std::string_view text);

}  // namespace retarget
