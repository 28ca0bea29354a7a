#include <cmath>

#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/base/text.h"
#include "core/import/gltf_rig.h"
#include "core/math/hierarchy.h"
#include "core/math/matrix.h"
#include "core/math/quaternion.h"

namespace retarget {
namespace {

// Cosine between matrix columns above which dropping the shear is worth a warning (0.006 degrees).
constexpr double kMaxSilentShear = 1e-4;
// Volume spanned by the normalised columns below which they do not span space: no rotation can be read from them.
constexpr double kMinVolume = 1e-6;
// How far the bottom row of a matrix may be from 0, 0, 0, 1.
constexpr double kAffineTolerance = 1e-4;
// Rotations further from length 1 are worth a warning; float rounding stays below 1e-6.
constexpr double kUnitTolerance = 1e-3;

std::string NodeLabel(const tinygltf::Model& model, size_t index) {
  const std::string& name = model.nodes[index].name;
  return name.empty() ? Cat("node ", index) : Cat("node ", index, " (", Quoted(name), ")");
}

Vec3 ToVec3(const std::vector<double>& v) { return {v[0], v[1], v[2]}; }

bool IsAffine(const Mat4& m) {
  return std::fabs(m[0][3]) <= kAffineTolerance && std::fabs(m[1][3]) <= kAffineTolerance &&
         std::fabs(m[2][3]) <= kAffineTolerance && std::fabs(m[3][3] - 1.0) <= kAffineTolerance;
}

// Zero columns are a scale of zero and can be split; parallel or coplanar ones cannot.
bool SpansSpace(const Mat4& m) {
  Vec3 axes[3];
  for (int i = 0; i < 3; ++i) {
    const Vec3 column(m[i]);
    if (Length(column) < kTinyLength) return true;
    axes[i] = UnitOr(column, {1, 0, 0});
  }
  return std::fabs(glm::dot(glm::cross(axes[0], axes[1]), axes[2])) >= kMinVolume;
}

absl::StatusOr<Transform> SplitMatrix(const tinygltf::Node& node, const std::string& label,
                                      std::vector<std::string>& warnings) {
  Mat4 matrix(1.0);
  for (size_t i = 0; i < 16; ++i) matrix[i / 4][i % 4] = node.matrix[i];
  if (!IsFinite(matrix) || !IsAffine(matrix) || !SpansSpace(matrix)) {
    return absl::InvalidArgumentError(
        Cat("glTF: ", label, ": its matrix cannot be decomposed into translation, rotation and scale"));
  }
  double shear = 0.0;
  const Transform split = TransformFromMatrix(matrix, &shear);
  if (shear > kMaxSilentShear) {
    warnings.push_back(Cat(label, ": its matrix has shear (cosine ", shear, "), which is dropped"));
  }
  return split;
}

absl::StatusOr<Transform> RestOf(const tinygltf::Node& node, const std::string& label,
                                 std::vector<std::string>& warnings) {
  if (!node.matrix.empty()) return SplitMatrix(node, label, warnings);
  Transform rest;
  if (!node.translation.empty()) rest.translation = ToVec3(node.translation);
  if (!node.scale.empty()) rest.scale = ToVec3(node.scale);
  if (!node.rotation.empty()) {
    rest.rotation = MakeQuat(node.rotation[0], node.rotation[1], node.rotation[2], node.rotation[3]);
    const double length = std::sqrt(glm::dot(rest.rotation, rest.rotation));
    if (std::fabs(length - 1.0) > kUnitTolerance) {
      warnings.push_back(Cat(label, ": its rotation has length ", length, ", normalised"));
    }
  }
  return rest;
}

// Fills the parents. Two parents are reported only where the hierarchy has no loop: a loop is the better explanation.
absl::Status SetParents(const tinygltf::Model& model, std::vector<RawBone>& bones) {
  absl::Status two_parents;
  std::vector<int> parents(bones.size(), -1);
  for (size_t i = 0; i < bones.size(); ++i) {
    for (int child : model.nodes[i].children) {
      if (child < 0 || static_cast<size_t>(child) >= bones.size()) {
        return absl::InvalidArgumentError(
            Cat("glTF: ", NodeLabel(model, i), ": child ", child, " is not a node, the file has ", bones.size()));
      }
      if (parents[child] >= 0 && two_parents.ok()) {
        two_parents = absl::InvalidArgumentError(Cat("glTF: ", NodeLabel(model, child), " has two parents: ",
                                                     NodeLabel(model, parents[child]), " and ", NodeLabel(model, i)));
      }
      parents[child] = static_cast<int>(i);
    }
  }
  for (size_t i = 0; i < bones.size(); ++i) bones[i].parent = parents[i];
  return FindLoop(parents) ? absl::OkStatus() : two_parents;
}

}  // namespace

absl::StatusOr<std::vector<RawBone>> BonesFromNodes(const tinygltf::Model& model, std::vector<std::string>& warnings) {
  if (model.nodes.empty()) return absl::InvalidArgumentError("glTF: the file has no nodes, so nothing that could move");
  if (model.nodes.size() > kMaxBones) {
    return absl::InvalidArgumentError(
        Cat("glTF: the file has ", model.nodes.size(), " nodes, at most ", kMaxBones, " are read"));
  }
  std::vector<RawBone> bones(model.nodes.size());
  for (size_t i = 0; i < bones.size(); ++i) {
    const tinygltf::Node& node = model.nodes[i];
    bones[i].name = node.name.empty() ? Cat("node_", i) : node.name;
    ASSIGN_OR_RETURN(bones[i].rest, RestOf(node, NodeLabel(model, i), warnings));
  }
  RETURN_IF_ERROR(SetParents(model, bones));
  return bones;
}

}  // namespace retarget
