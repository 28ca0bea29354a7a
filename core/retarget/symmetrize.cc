#include "core/retarget/symmetrize.h"

#include <string_view>
#include <utility>

#include "core/math/quaternion.h"
#include "core/rig/roles.h"

namespace retarget {
namespace {

// The role whose bone ends a role's segment, where a body has a plain one.
std::string_view SegmentRole(std::string_view role) {
  static constexpr std::pair<std::string_view, std::string_view> kSegments[] = {{"hips", "spine"},
                                                                                {"spine", "spine1"},
                                                                                {"spine1", "spine2"},
                                                                                {"neck", "head"},
                                                                                {"leftshoulder", "leftarm"},
                                                                                {"leftarm", "leftforearm"},
                                                                                {"leftforearm", "lefthand"},
                                                                                {"leftupleg", "leftleg"},
                                                                                {"leftleg", "leftfoot"},
                                                                                {"leftfoot", "lefttoebase"},
                                                                                {"lefthand", "lefthandmiddle1"}};
  for (const auto& [near, far] : kSegments) {
    if (near == role) return far;
  }
  return {};
}

class Symmetrizer {
 public:
  Symmetrizer(const CanonicalPose& pose, std::vector<std::optional<Quat>>& turns) : pose_(pose), turns_(turns) {}

  void Centre(const std::string& role, int bone) {
    const Quat turn = TurnOf(bone);
    const Quat own = Slerp(turn, Mirrored(turn), 0.5);
    const Vec3 direction = own * BindDirection(role, std::string(SegmentRole(role)));
    turns_[bone] = Normalized(ShortestArc(direction, Vec3(0, direction.y, direction.z)) * own);
  }

  void Pair(const std::string& left_role, int left, int right) {
    const Quat mean = Slerp(TurnOf(left), Mirrored(TurnOf(right)), 0.5);
    const std::string far(SegmentRole(left_role));
    const Vec3 at_left = mean * BindDirection(left_role, far);
    const Vec3 at_right = Mirrored(mean) * BindDirection(MirroredRole(left_role), MirroredRole(far));
    const Vec3 common = at_left + Mirrored(at_right);  // zero (no swing) where a side has no segment
    const bool both = at_left != Vec3(0) && at_right != Vec3(0);
    turns_[left] = both ? Normalized(ShortestArc(at_left, common) * mean) : mean;
    turns_[right] = both ? Normalized(ShortestArc(at_right, Mirrored(common)) * Mirrored(mean)) : Mirrored(mean);
  }

 private:
  Quat TurnOf(int bone) const { return turns_[bone].value_or(kIdentityRotation); }

  Vec3 BindDirection(std::string_view near, std::string_view far) const {
    const int a = pose_.BoneOf(near), b = far.empty() ? -1 : pose_.BoneOf(far);
    if (a < 0 || b < 0) return Vec3(0);
    return UnitOr(pose_.frame.ToCharacter(pose_.bind.Position(b) - pose_.bind.Position(a)), Vec3(0));
  }

  const CanonicalPose& pose_;
  std::vector<std::optional<Quat>>& turns_;
};

}  // namespace

Vec3 Mirrored(const Vec3& v) { return {-v.x, v.y, v.z}; }
Quat Mirrored(const Quat& q) { return MakeQuat(q.x, -q.y, -q.z, q.w); }

void SymmetrizeTurns(const CanonicalPose& pose, std::vector<std::optional<Quat>>& turns) {
  Symmetrizer symmetrizer(pose, turns);
  for (const RoleBone& entry : pose.profile.roles) {
    const int side = SideOfRole(entry.role);
    if (side == 0 && entry.role != "root") symmetrizer.Centre(entry.role, entry.bone);
    const int other = pose.BoneOf(MirroredRole(entry.role));
    if (side > 0 && other >= 0) symmetrizer.Pair(entry.role, entry.bone, other);
  }
}

}  // namespace retarget
