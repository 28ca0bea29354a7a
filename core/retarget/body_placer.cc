#include "core/retarget/body_placer.h"

#include "core/math/matrix.h"
#include "core/math/quaternion.h"

namespace retarget {

BodyPlacer::BodyPlacer(const Rig& source, const Rig& target, const RetargetSetup& setup, const Transfer& transfer,
                       RootMotion mode)
    : source_(source), target_(target), setup_(setup), transfer_(transfer), mode_(mode), root_(setup.plan.root_bone) {
  std::vector<bool> moved(target.num_bones(), false);
  for (int bone : target.order()) {
    const int parent = target.parents()[bone];
    const bool rides = parent >= 0 && moved[parent];
    const bool driven = transfer.drive(bone) == Transfer::Drive::kMapped || transfer.translates(bone);
    moved[bone] = rides || driven;
    if (driven && !rides) tops_.push_back({bone, root_ >= 0 && target.IsAncestorOrSelf(root_, bone)});
  }
}

// What the source moves above its hips, carried over to the target's body and size.
RigidMotion BodyPlacer::AuthoredGround(const MotionFrame& source) const {
  const int source_hips = setup_.source.BoneOf("hips"), above = source_.parents()[source_hips];
  if (above < 0) return {};
  const Mat4& rest = source_.rest_world()[above];
  const Vec3 start = setup_.source.bind.Position(source_hips);
  const Vec3 travel = TransformPoint(source.world[above] * AffineInverse(rest), start) - start;
  const Quat turn = source.rotation[above] * glm::conjugate(NearestRotation(rest));
  const Quat target_from_source =
      setup_.target.frame.world_from_character * glm::conjugate(setup_.source.frame.world_from_character);
  const Vec3 place = setup_.target.bind.Position(setup_.target.BoneOf("hips"));
  RigidMotion ground;
  ground.turn = Normalized(target_from_source * turn * glm::conjugate(target_from_source));
  ground.shift = place + target_from_source * travel * setup_.plan.hips_height_ratio - ground.turn * place;
  return ground;
}

RigidMotion BodyPlacer::Ground(const MotionFrame& source, const TargetFrame& out) const {
  if (root_ < 0) return {};
  if (mode_ == RootMotion::kKeep) return AuthoredGround(source);
  const int hips = setup_.target.BoneOf("hips");
  return GroundBelow(setup_.target, TranslationOf(out.world[hips]), out.rotation[hips], /*turns=*/true);
}

void BodyPlacer::Place(const MotionFrame& source, TargetFrame& out) const {
  if (root_ < 0 && floor_shift_ == 0) return;
  const RigidMotion ground = Ground(source, out), back = ground.Inverse();
  const Vec3 raise = setup_.target.frame.up * floor_shift_;
  auto set = [&](int bone, const Vec3& place, const Quat& rotation, bool translates) {
    const int parent = target_.parents()[bone];
    Transform& local = out.local[bone];
    local.rotation = parent < 0 ? rotation : Normalized(glm::conjugate(out.rotation[parent]) * rotation);
    if (translates) local.translation = parent < 0 ? place : TransformPoint(AffineInverse(out.world[parent]), place);
  };
  for (const Top& top : tops_) {
    const Vec3 place = TranslationOf(out.world[top.bone]) + raise;
    const Quat& rotation = out.rotation[top.bone];
    const bool translates = transfer_.translates(top.bone);
    if (top.below_root) {
      set(top.bone, back.Of(place), Normalized(back.turn * rotation), translates);
    } else {
      set(top.bone, place, rotation, translates);
    }
  }
  if (root_ < 0) return;
  set(root_, ground.Of(TranslationOf(out.world[root_])), Normalized(ground.turn * out.rotation[root_]), true);
}

}  // namespace retarget
