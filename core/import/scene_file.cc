#include <algorithm>
#include <filesystem>
#include <string>

#include "core/base/cat.h"
#include "core/base/file_io.h"
#include "core/base/status_macros.h"
#include "core/base/text.h"
#include "core/import/gltf_buffers.h"
#include "core/import/scene.h"

namespace retarget {
namespace {

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

}  // namespace

absl::StatusOr<Scene> LoadSceneFile(const std::string& path) {
  ASSIGN_OR_RETURN(const std::string bytes, ReadFile(path));
  const std::filesystem::path parent = std::filesystem::path(path).parent_path();
  const std::filesystem::path folder = parent.empty() ? "." : parent;
  absl::StatusOr<Scene> scene = LoadScene(bytes, [&folder](std::string_view uri) { return ReadBeside(folder, uri); });
  if (scene.ok()) return scene;
  return absl::Status(scene.status().code(), Cat(path, ": ", std::string(scene.status().message())));
}

}  // namespace retarget
