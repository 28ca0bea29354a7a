#include "core/retarget/canonical_pose.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/math/quaternion.h"
#include "core/math/scalar.h"
#include "core/retarget/hand_poses.h"
#include "core/retarget/limbs.h"
#include "core/retarget/symmetrize.h"

namespace retarget {
namespace {

// Shortest-arc T-poses leave palms within 12 degrees of down on every rig with fingers; more than this is a pose with
// palms forward or up (quality.md, insight 10).
constexpr double kMostPalmRollDeg = 25.0;
constexpr double kSegmentShare = 0.5;

// Direction in the character frame of the segment near -> far at bind; zero where a role is missing.
Vec3 SegmentAtBind(const Rig& rig, const CanonicalPose& pose, const LimbSegment& segment) {
  const int near = pose.BoneOf(segment.near), far = pose.BoneOf(segment.far);
  if (near < 0 || far < 0) return Vec3(0);
  const int end = SegmentEnd(rig, pose.bind, near, far);
  return UnitOr(pose.frame.ToCharacter(pose.bind.Position(end) - pose.bind.Position(near)), Vec3(0));
}

// Palm normal at bind in the character frame: out of the back of the hand for a hand that points along +/-X palm down.
std::optional<Vec3> BackOfHand(const CanonicalPose& pose, const Limb& limb) {
  const std::string hand(limb.end);
  const int wrist = pose.BoneOf(hand), index = pose.BoneOf(hand + "index1"), little = pose.BoneOf(hand + "pinky1");
  if (wrist < 0 || index < 0 || little < 0) return std::nullopt;
  const Vec3 knuckles = (pose.bind.Position(index) + pose.bind.Position(little)) * 0.5;
  const Vec3 ahead = pose.frame.ToCharacter(knuckles - pose.bind.Position(wrist));
  const Vec3 across = pose.frame.ToCharacter(pose.bind.Position(index) - pose.bind.Position(little));
  const Vec3 normal = UnitOr(glm::cross(across, ahead), Vec3(0));
  if (normal == Vec3(0)) return std::nullopt;
  return limb.upper.goal.x > 0 ? normal : -normal;
}

// Turn about the arm's axis that brings the palm down; nothing where it is within the tolerance or cannot be told.
Quat PalmRoll(const CanonicalPose& pose, const Limb& limb, const Quat& turn) {
  const std::optional<Vec3> back = BackOfHand(pose, limb);
  if (limb.leg || !back) return kIdentityRotation;
  const Vec3 axis = limb.lower.goal;
  const Vec3 turned = turn * *back;
  const Vec3 flat = UnitOr(turned - axis * glm::dot(turned, axis), Vec3(0));
  const Vec3 up(0, 1, 0);
  if (flat == Vec3(0) || AngleBetween(flat, up) * kDegreesPerRadian <= kMostPalmRollDeg) return kIdentityRotation;
  const double angle = Atan2(glm::dot(glm::cross(flat, up), axis), glm::dot(flat, up));
  return AxisAngle(axis, angle);
}

// Turns of role bones from bind to T-pose, in the character frame.
class LimbAimer {
 public:
  LimbAimer(const Rig& rig, CanonicalPose& pose) : rig_(rig), pose_(pose), turns_(rig.num_bones()) {}

  void Aim(const Limb& limb) {
    const Quat upper = AimSegment(limb.upper, kIdentityRotation);
    const Quat lower = AimSegment(limb.lower, upper);
    const Quat roll = PalmRoll(pose_, limb, lower);
    if (!(roll == kIdentityRotation)) {
      pose_.warnings.push_back(Cat(limb.upper.near, ": palm turned down by ",
                                   std::lround(RotationAngle(roll) * kDegreesPerRadian), " degrees"));
    }
    SetTurn(limb.upper.near, roll * upper);
    SetTurn(limb.lower.near, roll * lower);
    SetTurn(limb.end, roll * lower);
    for (const RoleBone& entry : pose_.profile.roles) {
      if (entry.role.starts_with(limb.end_prefix)) turns_[entry.bone] = Normalized(roll * lower);
    }
  }

  void Symmetrize() { SymmetrizeTurns(pose_, turns_); }

  // Bones without an own turn follow the bone they hang on.
  void Finish() {
    std::vector<Quat> turn(rig_.num_bones(), kIdentityRotation);
    for (int bone : rig_.order()) {
      const int parent = rig_.parents()[bone];
      turn[bone] = turns_[bone].value_or(parent >= 0 && !IsTrunk(bone) ? turn[parent] : kIdentityRotation);
      pose_.orientation[bone] = Normalized(turn[bone] * pose_.bind_orientation[bone]);
    }
  }

 private:
  Quat AimSegment(const LimbSegment& segment, const Quat& before) {
    const Vec3 direction = SegmentAtBind(rig_, pose_, segment);
    if (direction == Vec3(0)) return before;
    pose_.distances.push_back({std::string(segment.near), AngleBetween(direction, segment.goal) * kDegreesPerRadian});
    return Normalized(ShortestArc(before * direction, segment.goal) * before);
  }

  void SetTurn(std::string_view role, const Quat& turn) {
    const int bone = pose_.BoneOf(role);
    if (bone >= 0) turns_[bone] = Normalized(turn);
  }

  // The trunk stays at bind even where a file hangs it below a limb bone.
  bool IsTrunk(int bone) const {
    const std::string_view role = pose_.profile.RoleOf(bone);
    return role == "hips" || role == "neck" || role == "head" || role.starts_with("spine");
  }

  const Rig& rig_;
  CanonicalPose& pose_;
  std::vector<std::optional<Quat>> turns_;
};

}  // namespace

int SegmentEnd(const Rig& rig, const BindPose& bind, int near_bone, int far_bone) {
  std::vector<int> way;  // far .. the child of near
  for (int bone = far_bone; bone != near_bone; bone = rig.parents()[bone]) {
    if (bone < 0) return far_bone;
    way.push_back(bone);
  }
  const double full = Length(bind.Position(far_bone) - bind.Position(near_bone));
  for (size_t i = way.size(); i-- > 0;) {
    if (Length(bind.Position(way[i]) - bind.Position(near_bone)) >= kSegmentShare * full) return way[i];
  }
  return far_bone;
}

absl::StatusOr<CanonicalPose> SolveCanonicalPose(const Rig& rig, const Profile& profile, bool symmetrize) {
  CanonicalPose pose;
  pose.profile = profile;
  pose.bind = SolveBindPose(rig, profile);
  ASSIGN_OR_RETURN(pose.frame, FindBodyFrame(rig, profile, pose.bind));
  pose.bind_orientation.reserve(rig.num_bones());
  for (const Quat& rotation : pose.bind.rotation) pose.bind_orientation.push_back(pose.frame.ToCharacter(rotation));
  pose.orientation = pose.bind_orientation;
  LimbAimer aimer(rig, pose);
  for (const Limb& limb : Limbs()) aimer.Aim(limb);
  if (symmetrize) aimer.Symmetrize();
  aimer.Finish();
  ApplyHandPoses(rig, pose);
  return pose;
}

}  // namespace retarget
