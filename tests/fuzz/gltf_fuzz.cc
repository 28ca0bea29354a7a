// glTF and everything else LoadScene knows: what is read is valid, and a clip added to the file reads back unchanged.

#include "core/import/export_gltf.h"
#include "core/import/scene.h"
#include "tests/fuzz/fuzz_support.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace retarget;
  const std::string_view bytes = fuzz::AsText(data, size);
  const absl::StatusOr<Scene> scene = LoadScene(bytes);
  if (!scene.ok()) return 0;
  for (Clip clip : scene->clips) {
    fuzz::Require(ValidateClip(clip).ok(), "every clip is valid");
    clip.name = "a name no input has";
    const absl::StatusOr<std::string> glb = AddClipToGlb(bytes, clip);
    if (!glb.ok()) continue;  // no glTF, or one that needs another file
    const absl::StatusOr<Scene> again = LoadScene(*glb);
    fuzz::Require(again.ok() && again->clips.back() == clip, "an added clip reads back bit for bit");
  }
  return 0;
}
