#include "core/humanoid/bind_positions.h"

#include <cmath>

#include "core/math/matrix.h"
#include "core/math/quaternion.h"

namespace retarget {
namespace {

// Two skins may use different skin spaces; a step between joints of different skins then has a foreign scale.
constexpr double kLeastScale = 0.5;
constexpr double kMostScale = 2.0;

int NearestJointAbove(const Rig& rig, int bone) {
  for (int at = rig.parents()[bone]; at >= 0; at = rig.parents()[at]) {
    if (rig.is_joint(at)) return at;
  }
  return -1;
}

// The joint without a joint above that stands over most joints: the body, where feet or props are roots beside it.
int MainTopJoint(const Rig& rig, const std::vector<int>& joint_above) {
  std::vector<int> joints_below(rig.num_bones(), 0);
  int best = -1;
  for (auto at = rig.order().rbegin(); at != rig.order().rend(); ++at) {
    if (!rig.is_joint(*at)) continue;
    if (joint_above[*at] >= 0) {
      joints_below[joint_above[*at]] += joints_below[*at] + 1;
    } else if (best < 0 || joints_below[*at] >= joints_below[best]) {
      best = *at;
    }
  }
  return best;
}

// True when going by `world_from_bone` keeps the size the stored rest has there.
bool ScaleFits(const Mat4& world_from_bone, const Mat4& rest_world) {
  const double size = UniformScaleOf(world_from_bone), rest_size = UniformScaleOf(rest_world);
  return IsFinite(world_from_bone) && size > kLeastScale * rest_size && size < kMostScale * rest_size;
}

}  // namespace

std::vector<Vec3> BindPositions(const Rig& rig) {
  std::vector<int> joint_above(rig.num_bones(), -1);
  for (int bone = 0; bone < rig.num_bones(); ++bone) joint_above[bone] = NearestJointAbove(rig, bone);
  const int top = MainTopJoint(rig, joint_above);

  std::vector<Mat4> world(rig.num_bones());
  std::vector<Vec3> positions(rig.num_bones());
  for (const int bone : rig.order()) {
    const int parent = rig.parents()[bone];
    const Mat4 local = MatrixFromTransform(rig.rest()[bone]);
    world[bone] = parent < 0 ? local : world[parent] * local;
    if (rig.is_joint(bone) && bone != top) {
      // Joints beside the body (joint_above < 0) are placed in the skin space of the body's top joint.
      const int base = joint_above[bone] >= 0 ? joint_above[bone] : top;
      const Mat4& base_world = joint_above[bone] >= 0 ? world[base] : rig.rest_world()[base];
      const Mat4 bound = base_world * *rig.inverse_binds()[base] * AffineInverse(*rig.inverse_binds()[bone]);
      if (ScaleFits(bound, rig.rest_world()[bone])) world[bone] = bound;
    }
    positions[bone] = TranslationOf(world[bone]);
    if (!IsFinite(positions[bone])) positions[bone] = Vec3(0.0);
  }
  return positions;
}

}  // namespace retarget
