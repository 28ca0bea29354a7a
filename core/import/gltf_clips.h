#pragma once
// glTF animations as clips.

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/clip/clip.h"
#include "core/import/gltf_accessor.h"
#include "tiny_gltf.h"

namespace retarget {

// The animations in file order, one clip each; unnamed ones are called "animation_<index>". Keys are copied bit for bit
// and keep their times; rotations that are not unit are normalised. Morph weights, channels without stored data, and
// animations left without a channel are skipped with a warning.
// Where no two of the unnamed animations (at least two) drive the same thing and each drives one node, they are one
// motion that an exporter split, and become one clip. `bone_names`: of all nodes, by index. kInvalidArgument names
// animation, channel and key, and refuses files whose shared accessors expand beyond what their bytes justify.
absl::StatusOr<std::vector<Clip>> ClipsFromAnimations(const tinygltf::Model& model, AccessorReader& reader,
                                                      const std::vector<std::string>& bone_names,
                                                      std::vector<std::string>& warnings);

}  // namespace retarget
