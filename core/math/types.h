#pragma once
// The number types of all rig maths. Everything is computed in double precision and rounded to float once, where a clip
// is written, so that results do not depend on the length of a bone chain.
//
// Conventions (all of core): metres, seconds, radians; right-handed, +Y up, a character faces +Z and its left is +X.
// Quaternions are Hamilton, unit, memory order x, y, z, w. The glm constructor takes w FIRST: use MakeQuat.

#define GLM_FORCE_SIZE_T_LENGTH
#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

namespace retarget {

using Vec3 = glm::dvec3;
using Quat = glm::dquat;
using Mat3 = glm::dmat3;  // columns: m[column][row]
using Mat4 = glm::dmat4;

// From components in memory order.
inline Quat MakeQuat(double x, double y, double z, double w) { return Quat(w, x, y, z); }
inline constexpr Quat kIdentityRotation{1.0, 0.0, 0.0, 0.0};

// Translation, rotation, scale of a bone relative to its parent; applied as T * R * S to column vectors.
struct Transform {
  Vec3 translation{0.0, 0.0, 0.0};
  Quat rotation{1.0, 0.0, 0.0, 0.0};
  Vec3 scale{1.0, 1.0, 1.0};
};

}  // namespace retarget
