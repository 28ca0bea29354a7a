#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/cat.h"
#include "core/base/file_io.h"
#include "core/base/status_macros.h"
#include "core/base/text.h"
#include "core/import/gltf_buffers.h"
#include "core/import/scene.h"
#include "core/rig/codecs.h"

namespace retarget {
namespace {

constexpr std::string_view kCompositeClip = "data.zanim";
constexpr std::string_view kCompositeRig = "rig.zmsh";
constexpr std::string_view kCompositeProfile = "humanoid.profile";

absl::Status OutsideError(std::string_view uri) {
  return absl::InvalidArgumentError(
      Cat("glTF: ", Quoted(uri), " is not a file beside the asset; only relative paths within its folder are read"));
}

// Reads files in `folder` and below. The text of the path is checked first, then where it leads: a symbolic link in the
// folder must not lead out of it.
absl::StatusOr<std::string> ReadBeside(const std::filesystem::path& folder, std::string_view uri) {
  const std::filesystem::path relative = PercentDecoded(uri);
  const bool has_scheme_or_nul =
      uri.find(':') != std::string_view::npos || relative.native().find('\0') != std::string::npos;
  if (relative.empty() || relative.is_absolute() || has_scheme_or_nul) return OutsideError(uri);
  for (const std::filesystem::path& part : relative) {
    if (part == "..") return OutsideError(uri);
  }
  std::error_code error;
  const std::filesystem::path base = std::filesystem::canonical(folder, error);
  const std::filesystem::path target = std::filesystem::weakly_canonical(folder / relative, error);
  if (error || std::mismatch(base.begin(), base.end(), target.begin(), target.end()).first != base.end()) {
    return OutsideError(uri);
  }
  return ReadFile(target.string());
}

absl::StatusOr<Scene> LoadFile(const std::filesystem::path& path) {
  ASSIGN_OR_RETURN(const std::string bytes, ReadFile(path.string()));
  return LoadScene(bytes, FilesBeside(path.string()));
}

// An .animation folder: the clip, and where they are there, its rig and the rig's profile.
absl::StatusOr<Scene> LoadComposite(const std::filesystem::path& folder) {
  ASSIGN_OR_RETURN(Scene scene, LoadFile(folder / kCompositeClip));
  if (scene.rig) {
    return absl::InvalidArgumentError(Cat(kCompositeClip, " is not a clip alone, expected zanim"));
  }
  if (!std::filesystem::exists(folder / kCompositeRig)) return scene;
  ASSIGN_OR_RETURN(const std::string rig_bytes, ReadFile((folder / kCompositeRig).string()));
  ASSIGN_OR_RETURN(scene.rig, DecodeZmsh(rig_bytes));
  if (!std::filesystem::exists(folder / kCompositeProfile)) return scene;
  ASSIGN_OR_RETURN(const std::string text, ReadFile((folder / kCompositeProfile).string()));
  ASSIGN_OR_RETURN(Profile profile, DecodeProfile(text, *scene.rig));
  ASSIGN_OR_RETURN(scene.rig, scene.rig->WithProfile(std::move(profile)));
  return scene;
}

}  // namespace

FileResolver FilesBeside(const std::string& path) {
  const std::filesystem::path parent = std::filesystem::path(path).parent_path();
  const std::filesystem::path folder = parent.empty() ? "." : parent;
  return [folder](std::string_view uri) { return ReadBeside(folder, uri); };
}

absl::StatusOr<Scene> LoadSceneFile(const std::string& path) {
  absl::StatusOr<Scene> scene = IsComposite(path) ? LoadComposite(path) : LoadFile(path);
  if (scene.ok()) return scene;
  return absl::Status(scene.status().code(), Cat(path, ": ", std::string(scene.status().message())));
}

bool IsComposite(const std::string& path) {
  return std::filesystem::is_regular_file(std::filesystem::path(path) / kCompositeClip);
}

}  // namespace retarget
