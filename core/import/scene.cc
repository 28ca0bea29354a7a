#include "core/import/scene.h"

#include <algorithm>
#include <charconv>

#include "core/base/cat.h"
#include "core/base/file_io.h"
#include "core/base/status_macros.h"
#include "core/base/text.h"
#include "core/import/gltf_buffers.h"
#include "core/import/gltf_file.h"
#include "core/import/gltf_import.h"
#include "core/import/json_text.h"

namespace retarget {
namespace {

// A glTF as text: a JSON object with a member "asset".
bool IsGltfText(std::string_view bytes) {
  const size_t first = bytes.find_first_not_of("\xEF\xBB\xBF \t\r\n");
  if (first == std::string_view::npos || bytes[first] != '{') return false;
  const JsonOutline outline = OutlineJson(bytes);
  return std::find(outline.root_keys.begin(), outline.root_keys.end(), "asset") != outline.root_keys.end();
}

std::string ListClips(const Scene& scene) {
  if (scene.clips.empty()) return "there are no clips";
  std::vector<std::string> names;
  for (const Clip& clip : scene.clips) names.push_back(clip.name);
  return Cat("there are: ", JoinQuoted(names, 100));
}

}  // namespace

absl::StatusOr<Scene> LoadScene(std::string_view bytes, const FileResolver& resolver) {
  if (bytes.empty()) return absl::InvalidArgumentError("the file is empty");
  if (bytes.size() > kMaxFileBytes) {
    return absl::InvalidArgumentError(
        Cat("the file has ", bytes.size(), " bytes, at most ", kMaxFileBytes, " are read"));
  }
  if (IsGlb(bytes) || IsGltfText(bytes)) return LoadGltf(bytes, resolver);
  return absl::InvalidArgumentError("the format is not known; GLB, glTF, VRM and VRMA are read");
}

absl::StatusOr<const Clip*> FindClip(const Scene& scene, std::string_view name) {
  if (name.empty()) {
    if (scene.clips.size() == 1) return &scene.clips.front();
    return absl::NotFoundError(Cat("which clip? ", ListClips(scene)));
  }
  for (const Clip& clip : scene.clips) {
    if (clip.name == name) return &clip;
  }
  size_t index = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), index);
  if (error == std::errc() && end == name.data() + name.size() && index < scene.clips.size()) {
    return &scene.clips[index];
  }
  return absl::NotFoundError(Cat("no clip is called ", Quoted(name), "; ", ListClips(scene)));
}

}  // namespace retarget
