#include "core/import/scene.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "absl/strings/match.h"
#include "core/base/cat.h"
#include "core/base/file_io.h"
#include "core/base/status_macros.h"
#include "core/base/text.h"
#include "core/clip/codecs.h"
#include "core/import/gltf_file.h"
#include "core/import/gltf_import.h"
#include "core/import/json_text.h"
#include "core/rig/codecs.h"

namespace retarget {
namespace {

constexpr std::string_view kZmshMagic = "ZMSH";
constexpr std::string_view kZanimMagic = "ZANM";

enum class Format { kUnknown, kGltf, kZmsh, kZanim, kRigJson, kClipJson };

// Clip JSON is read in any letter case, so keys are compared that way.
bool HasKey(const JsonOutline& outline, std::string_view key) {
  return std::any_of(outline.root_keys.begin(), outline.root_keys.end(), [&](std::string_view k) {
    return absl::EqualsIgnoreCase({k.data(), k.size()}, {key.data(), key.size()});
  });
}

Format FormatOf(std::string_view bytes) {
  if (IsGlb(bytes)) return Format::kGltf;
  if (bytes.substr(0, kZmshMagic.size()) == kZmshMagic) return Format::kZmsh;
  if (bytes.substr(0, kZanimMagic.size()) == kZanimMagic) return Format::kZanim;
  const size_t first = bytes.find_first_not_of("\xEF\xBB\xBF \t\r\n");
  if (first == std::string_view::npos || bytes[first] != '{') return Format::kUnknown;
  const JsonOutline outline = OutlineJson(bytes);
  if (HasKey(outline, "asset")) return Format::kGltf;
  if (HasKey(outline, "channels")) return Format::kClipJson;
  return HasKey(outline, "bones") ? Format::kRigJson : Format::kUnknown;
}

absl::StatusOr<Scene> SceneOfRig(absl::StatusOr<Rig> rig) {
  RETURN_IF_ERROR(rig.status());
  Scene scene;
  scene.rig = *std::move(rig);
  return scene;
}

absl::StatusOr<Scene> SceneOfClip(absl::StatusOr<Clip> clip) {
  RETURN_IF_ERROR(clip.status());
  Scene scene;
  scene.clips.push_back(*std::move(clip));
  return scene;
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
  switch (FormatOf(bytes)) {
    case Format::kGltf:
      return LoadGltf(bytes, resolver);
    case Format::kZmsh:
      return SceneOfRig(DecodeZmsh(bytes));
    case Format::kZanim:
      return SceneOfClip(DecodeZanim(bytes));
    case Format::kRigJson:
      return SceneOfRig(DecodeRigJson(bytes));
    case Format::kClipJson:
      return SceneOfClip(DecodeClipJson(bytes));
    case Format::kUnknown:
      break;
  }
  return absl::InvalidArgumentError(
      "the format is not known; GLB, glTF, VRM, VRMA, ZMSH, rig.json, zanim and clip JSON are read");
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
