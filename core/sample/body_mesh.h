#pragma once
// A visible body for a generated rig: one rounded tube per bone, moved by that bone alone.

#include <cstdint>
#include <vector>

#include "core/math/types.h"
#include "core/sample/generated_rig.h"

namespace retarget {

// One triangle mesh at bind, in skin space; per-vertex lists have equal sizes.
struct BodyMesh {
  std::vector<Vec3> positions;    // world units
  std::vector<Vec3> normals;      // unit, outward
  std::vector<int> bones;         // the one bone that moves the vertex
  std::vector<uint32_t> indices;  // three per triangle, counter-clockwise seen from outside
};

// `rig` must have a skin in world space (RigStyle::skin, not skin_in_parent_space).
BodyMesh MakeBodyMesh(const GeneratedRig& rig);

}  // namespace retarget
