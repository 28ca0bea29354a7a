#include "core/retarget/normalize_rig.h"

#include <utility>

#include "core/base/status_macros.h"
#include "core/humanoid/derive_profile.h"
#include "core/math/hierarchy.h"
#include "core/math/matrix.h"
#include "core/math/quaternion.h"
#include "core/math/scalar.h"
#include "core/retarget/setup.h"
#include "core/retarget/symmetrize.h"
#include "core/rig/roles.h"

namespace retarget {
namespace {

// World rotations of the T-pose -> local rest rotations; bones above and beside the hips stay as stored.
std::vector<Transform> PosedLocals(const Rig& rig, const CanonicalPose& pose) {
  const int hips = pose.BoneOf("hips");
  std::vector<Transform> locals = rig.rest();
  std::vector<Quat> world(rig.num_bones(), kIdentityRotation);
  for (int bone : rig.order()) {
    const int parent = rig.parents()[bone];
    const Quat above = parent < 0 ? kIdentityRotation : world[parent];
    const bool posed = rig.IsAncestorOrSelf(hips, bone) || !pose.profile.RoleOf(bone).empty();
    if (posed) {
      const Quat wanted = pose.frame.world_from_character * pose.orientation[bone];
      locals[bone].rotation = Normalized(glm::conjugate(above) * wanted);
    }
    world[bone] = Normalized(above * locals[bone].rotation);
  }
  return locals;
}

// Left and right bones at mirrored places, centre bones on the sagittal plane through the hips.
void SymmetrizePositions(const Rig& rig, const CanonicalPose& pose, std::vector<Transform>& locals) {
  std::vector<Mat4> world = ComputeGlobals(rig.parents(), rig.order(), locals);
  const Vec3 origin = TranslationOf(world[pose.BoneOf("hips")]);
  auto to_body = [&](int bone) { return pose.frame.ToCharacter(TranslationOf(world[bone]) - origin); };
  std::vector<std::optional<Vec3>> wanted(rig.num_bones());
  for (const RoleBone& entry : pose.profile.roles) {
    const int side = SideOfRole(entry.role);
    const int other = side == 0 ? entry.bone : pose.BoneOf(MirroredRole(entry.role));
    if (other < 0 || entry.role == "root") continue;
    const Vec3 mean = (to_body(entry.bone) + Mirrored(to_body(other))) * 0.5;
    wanted[entry.bone] = origin + pose.frame.world_from_character * mean;
  }
  for (int bone : rig.order()) {
    const int parent = rig.parents()[bone];
    const Mat4 above = parent < 0 ? Mat4(1.0) : world[parent];
    if (wanted[bone]) locals[bone].translation = TransformPoint(AffineInverse(above), *wanted[bone]);
    world[bone] = above * MatrixFromTransform(locals[bone]);
  }
}

}  // namespace

absl::StatusOr<NormalizedRig> NormalizeRig(const Rig& rig, bool symmetrize) {
  const HumanoidAnswer answer = ResolveProfile(rig);
  ASSIGN_OR_RETURN(const CanonicalPose pose, PoseOfHumanoid(rig, answer, symmetrize));
  std::vector<Transform> locals = PosedLocals(rig, pose);
  if (symmetrize) SymmetrizePositions(rig, pose, locals);
  const std::vector<Mat4> world = ComputeGlobals(rig.parents(), rig.order(), locals);
  RawRig raw = rig.ToRaw();
  for (int bone = 0; bone < rig.num_bones(); ++bone) {
    raw.bones[bone].rest = locals[bone];
    // Skin space becomes world space: the new bind is the new rest.
    if (raw.bones[bone].inverse_bind) raw.bones[bone].inverse_bind = AffineInverse(world[bone]);
  }
  raw.profile = answer.profile;
  raw.profile->poses.clear();  // they are in the rest now, and would turn it twice
  ASSIGN_OR_RETURN(Rig posed, Rig::Build(std::move(raw)));
  return NormalizedRig{std::move(posed), pose.distances, pose.bind.rest_vs_bind_rad * kDegreesPerRadian,
                       pose.frame.hips_height};
}

}  // namespace retarget
