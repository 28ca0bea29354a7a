#pragma once
// The file formats of rigs and profiles; see FORMAT.md beside this file. Readers take untrusted bytes: errors are
// kInvalidArgument and name the field, bone, or line. Equal content encodes to equal bytes.

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/rig/profile.h"
#include "core/rig/rig.h"

namespace retarget {

// ZMSH (binary, chunked). Unknown chunks are skipped when read. A file without a skin chunk is kNotFound "no skin".
std::string EncodeZmsh(const Rig& rig);
absl::StatusOr<Rig> DecodeZmsh(std::string_view bytes);

// rig.json. DecodeRigJson(EncodeRigJson(r)) encodes to the same text again.
std::string EncodeRigJson(const Rig& rig);
absl::StatusOr<Rig> DecodeRigJson(std::string_view text);

// humanoid.profile (YAML). Roles name bones; a name that several bones share is written with its index as `name@index`.
std::string EncodeProfile(const Profile& profile, const Rig& rig);
// Unknown roles are kept. A role on a missing bone, or two roles on one bone, fails with the line and the nearest name.
absl::StatusOr<Profile> DecodeProfile(std::string_view yaml, const Rig& rig);

}  // namespace retarget
