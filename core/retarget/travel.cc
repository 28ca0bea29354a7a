#include "core/retarget/travel.h"

#include <algorithm>

#include "core/base/cat.h"
#include "core/base/text.h"
#include "core/math/quaternion.h"
#include "core/retarget/clip_motion.h"
#include "core/retarget/limbs.h"
#include "core/retarget/moving_channels.h"

namespace retarget {
namespace {

// The longer leg at bind, thigh + shin; a humanoid has at least one.
double LegLength(const CanonicalPose& pose) {
  double longest = 0;
  for (const Limb& limb : Limbs()) {
    const int hip = pose.BoneOf(limb.upper.near), knee = pose.BoneOf(limb.lower.near), foot = pose.BoneOf(limb.end);
    if (!limb.leg || hip < 0 || knee < 0 || foot < 0) continue;
    longest = std::max(longest, Length(pose.bind.Position(knee) - pose.bind.Position(hip)) +
                                    Length(pose.bind.Position(foot) - pose.bind.Position(knee)));
  }
  return longest;
}

bool MovesAboveHips(const SourceView& source, int hips) {
  if (source.clip == nullptr) return false;
  const absl::StatusOr<std::vector<int>> rig_bone = BindClip(*source.clip, *source.rig);
  if (!rig_bone.ok()) return false;  // the bake itself reports it
  return std::any_of(source.clip->channels.begin(), source.clip->channels.end(), [&](const Channel& channel) {
    const int bone = (*rig_bone)[channel.bone];
    return bone != hips && source.rig->IsAncestorOrSelf(bone, hips) && ChannelMovesOnRig(channel, *source.rig, bone);
  });
}

}  // namespace

double TravelRatio(const RetargetSetup& setup, const BakeOptions& options) {
  if (options.hips_scale == HipsScale::kFactor) return options.hips_factor;
  const double source_leg = LegLength(setup.source), target_leg = LegLength(setup.target);
  if (options.hips_scale == HipsScale::kLegs && source_leg > 0 && target_leg > 0) return target_leg / source_leg;
  return setup.target.frame.hips_height / setup.source.frame.hips_height;
}

int FindRootBone(const Rig& rig, const Profile& profile) {
  const int hips = profile.BoneOf("hips"), given = profile.BoneOf("root");
  if (given >= 0 && given != hips && rig.IsAncestorOrSelf(given, hips)) return given;
  int top = hips;
  while (rig.parents()[top] >= 0) top = rig.parents()[top];
  return top == hips ? -1 : top;
}

absl::StatusOr<int> ChooseRootBone(const SourceView& source, const Rig& target, const RetargetSetup& setup,
                                   RootMotion mode) {
  const Profile& profile = setup.target.profile;
  const int root = FindRootBone(target, profile);
  if (mode == RootMotion::kRootFromHips) {
    if (root >= 0) return root;
    return absl::FailedPreconditionError(
        Cat("root motion root_from_hips: target rig ", Quoted(target.name()), " has no bone above its hips ",
            Quoted(target.bone_names()[profile.BoneOf("hips")]),
            " to take the motion; add a root bone above them, or bake with root motion hips or in_place"));
  }
  const bool authored = mode == RootMotion::kKeep && root >= 0 && root == profile.BoneOf("root") &&
                        MovesAboveHips(source, setup.source.BoneOf("hips"));
  return authored ? root : -1;
}

}  // namespace retarget
