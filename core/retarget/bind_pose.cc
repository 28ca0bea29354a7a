#include "core/retarget/bind_pose.h"

#include <algorithm>
#include <cmath>

#include "core/math/matrix.h"
#include "core/math/quaternion.h"
#include "core/rig/roles.h"

namespace retarget {
namespace {

// A placement this close (median misfit over the skeleton's extent) is exact: rest and bind are one pose.
constexpr double kExactMisfit = 1e-3;
// A static node further off than this says nothing about skin space.
constexpr double kUsableMisfit = 0.35;
constexpr double kLeastScaleFit = 0.7, kMostScaleFit = 1.4;
constexpr double kSingularDeterminant = 1e-30;

struct Joint {
  int bone;
  Mat4 skin;  // skin space <- bone space at bind
};

bool HasUsableBind(const Rig& rig, int bone) {
  const std::optional<Mat4>& inverse_bind = rig.inverse_binds()[bone];
  return inverse_bind && std::fabs(glm::determinant(Mat3(*inverse_bind))) >= kSingularDeterminant;
}

// The joints with a body role; there is at least one where the hips are a joint.
std::vector<Joint> BodyJoints(const Rig& rig, const Profile& profile) {
  std::vector<Joint> joints;
  for (std::string_view role : BodyRoles()) {
    const int bone = profile.BoneOf(role);
    if (bone >= 0 && HasUsableBind(rig, bone)) joints.push_back({bone, AffineInverse(*rig.inverse_binds()[bone])});
  }
  return joints;
}

template <typename PositionOf>
double Extent(const std::vector<Joint>& joints, const PositionOf& position) {
  Vec3 low = position(joints.front()), high = low;
  for (const Joint& joint : joints) {
    low = glm::min(low, position(joint));
    high = glm::max(high, position(joint));
  }
  return Length(high - low);
}

class PlacementSearch {
 public:
  PlacementSearch(const Rig& rig, const std::vector<Joint>& joints) : rig_(rig), joints_(joints) {
    span_ = Extent(joints, [&](const Joint& j) { return TranslationOf(rig.rest_world()[j.bone]); });
    if (!(span_ > kTinyLength)) span_ = 1.0;
    const double skin_span = Extent(joints, [](const Joint& j) { return TranslationOf(j.skin); });
    scale_ = span_ / std::max(skin_span, kTinyLength);
  }

  Mat4 Best(int hips) const {
    const Mat4 by_joint = BestOf(JointCandidates());
    if (Misfit(by_joint) < kExactMisfit) return by_joint;
    std::vector<Mat4> fitting;
    for (const Mat4& candidate : StaticCandidates(hips)) {
      const double fit = UniformScaleOf(candidate) / scale_;
      if (fit > kLeastScaleFit && fit < kMostScaleFit) fitting.push_back(candidate);
    }
    if (fitting.empty()) return by_joint;
    const Mat4 by_node = BestOf(fitting);
    return Misfit(by_node) < kUsableMisfit ? by_node : by_joint;
  }

 private:
  double Misfit(const Mat4& placement) const {
    std::vector<double> distances;
    distances.reserve(joints_.size());
    for (const Joint& joint : joints_) {
      distances.push_back(
          Length(TransformPoint(placement, TranslationOf(joint.skin)) - TranslationOf(rig_.rest_world()[joint.bone])));
    }
    const auto middle = distances.begin() + static_cast<ptrdiff_t>(distances.size() / 2);
    std::nth_element(distances.begin(), middle, distances.end());
    return *middle / span_;
  }

  Mat4 BestOf(const std::vector<Mat4>& candidates) const {
    const Mat4* best = &candidates.front();
    double least = Misfit(*best);
    for (const Mat4& candidate : candidates) {
      const double misfit = Misfit(candidate);
      if (misfit < least) {
        least = misfit;
        best = &candidate;
      }
    }
    return *best;
  }

  std::vector<Mat4> JointCandidates() const {
    std::vector<Mat4> candidates;
    for (const Joint& joint : joints_) {
      candidates.push_back(rig_.rest_world()[joint.bone] * AffineInverse(joint.skin));
    }
    return candidates;
  }

  // The identity, the hips' ancestors, and nodes that are neither joints nor below one (the skinned mesh's own node).
  std::vector<Mat4> StaticCandidates(int hips) const {
    std::vector<Mat4> candidates = {Mat4(1.0)};
    for (int bone = rig_.parents()[hips]; bone >= 0; bone = rig_.parents()[bone]) {
      candidates.push_back(rig_.rest_world()[bone]);
    }
    std::vector<bool> below_joint(rig_.num_bones(), false);
    for (int bone : rig_.order()) {
      const int parent = rig_.parents()[bone];
      below_joint[bone] = rig_.is_joint(bone) || (parent >= 0 && below_joint[parent]);
      if (!below_joint[bone] && candidates.size() < 256) candidates.push_back(rig_.rest_world()[bone]);
    }
    return candidates;
  }

  const Rig& rig_;
  const std::vector<Joint>& joints_;
  double span_ = 1.0, scale_ = 1.0;
};

double RestVsBind(const Rig& rig, const BindPose& bind) {
  double worst = 0.0;
  for (int bone = 0; bone < rig.num_bones(); ++bone) {
    const int parent = rig.parents()[bone];
    if (!rig.is_joint(bone) || parent < 0 || !rig.is_joint(parent)) continue;
    const Quat local = glm::conjugate(bind.rotation[parent]) * bind.rotation[bone];
    worst = std::max(worst, AngleBetween(local, rig.rest()[bone].rotation));
  }
  return worst;
}

}  // namespace

Vec3 BindPose::Position(int bone) const { return TranslationOf(world[bone]); }

BindPose SolveBindPose(const Rig& rig, const Profile& profile) {
  BindPose bind;
  bind.world.resize(rig.num_bones());
  std::vector<std::optional<Mat4>> placed(rig.num_bones());
  const int hips = profile.BoneOf("hips");
  if (hips >= 0 && HasUsableBind(rig, hips)) {
    const std::vector<Joint> joints = BodyJoints(rig, profile);
    const Mat4 placement = PlacementSearch(rig, joints).Best(hips);
    for (int bone = 0; bone < rig.num_bones(); ++bone) {
      if (HasUsableBind(rig, bone)) placed[bone] = placement * AffineInverse(*rig.inverse_binds()[bone]);
    }
  }
  for (int bone : rig.order()) {
    const int parent = rig.parents()[bone];
    if (placed[bone]) {
      bind.world[bone] = *placed[bone];
    } else if (parent < 0) {
      bind.world[bone] = rig.rest_world()[bone];
    } else {
      bind.world[bone] = bind.world[parent] * MatrixFromTransform(rig.rest()[bone]);
    }
  }
  bind.rotation.reserve(rig.num_bones());
  for (const Mat4& world : bind.world) bind.rotation.push_back(NearestRotation(world));
  bind.rest_vs_bind_rad = RestVsBind(rig, bind);
  return bind;
}

}  // namespace retarget
