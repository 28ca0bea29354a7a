#pragma once
// The outer layer of glTF 2.0: the GLB container and its JSON. What the JSON means is for others.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/import/json_text.h"

namespace retarget {

struct GltfFile {
  Json json;                            // an object; asset.version is 2.x
  std::optional<std::string_view> bin;  // the BIN chunk; a view into the bytes that were read
  std::vector<std::string> warnings;    // oddities that do not stop a reader
};

// Reads a GLB (by its magic) or a .gltf. kInvalidArgument for a truncated container, chunks in the wrong order, broken
// JSON, or a glTF version that is not 2.
absl::StatusOr<GltfFile> ReadGltfFile(std::string_view bytes);

// A GLB: JSON chunk padded with spaces, BIN chunk (left out when `bin` is empty) padded with zeros. Text
// that is not UTF-8 (a bone name of a ZMSH) gets U+FFFD for each bad byte, since JSON cannot hold it.
// kResourceExhausted when it would not fit GLB's 32-bit length.
absl::StatusOr<std::string> WriteGlb(const Json& json, std::string_view bin);

bool IsGlb(std::string_view bytes);

}  // namespace retarget
