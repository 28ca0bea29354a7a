#pragma once
// Files a command reads and writes. Errors name the file.

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/clip/clip.h"
#include "core/import/scene.h"
#include "core/rig/rig.h"

namespace retarget::ctl {

// What an output file is, told by its extension.
enum class FileFormat { kGlb, kZanim, kJson, kZmsh, kProfile };

// The format of `path` by extension, any letter case; kInvalidArgument listing `allowed` when it is none of them.
absl::StatusOr<FileFormat> FormatOfOutput(const std::string& path, std::initializer_list<FileFormat> allowed);

// OK when a file can be written there: asked before long work. kInvalidArgument otherwise.
absl::Status CheckWritable(const std::string& path);

// Writes the whole file or nothing. kInvalidArgument when it cannot.
absl::Status WriteOutput(const std::string& path, std::string_view bytes);

// Reads any supported file; errors start with the path.
absl::StatusOr<Scene> LoadInput(const std::string& path);

// The rig of a scene read from `path`, with the profile of `profile_path` (a humanoid.profile) in place of its own
// where that is not empty. kInvalidArgument when the file has no rig.
absl::StatusOr<Rig> RigOf(const Scene& scene, const std::string& path, const std::string& profile_path = "");

// `rig` with the profile of `profile_path` (a humanoid.profile) in place of its own; unchanged for an empty path.
absl::StatusOr<Rig> WithProfileFile(Rig rig, const std::string& profile_path);

// LoadInput and RigOf.
absl::StatusOr<Rig> LoadRig(const std::string& path, const std::string& profile_path = "");

// `status` with `path` in front of its message, unless it names it already.
absl::Status InFile(const absl::Status& status, const std::string& path);

}  // namespace retarget::ctl
