#include "core/humanoid/evidence.h"

#include "core/base/cat.h"
#include "core/base/text.h"
#include "core/humanoid/limbs.h"
#include "core/rig/roles.h"

namespace retarget {
namespace {

using enum WordMeaning;

// The shape puts the bone in the same part of the body but in another place of the chain.
constexpr double kNearScore = 0.5;
// Words that fit a trunk role, but others fit better.
constexpr double kVagueFit = 0.4;

double TrunkScore(std::string_view role, const NameClaim& claim) {
  if (role == "hips")
    return claim.part == kHips || claim.part == kHip ? claim.score : claim.part == kBody ? kVagueFit * claim.score : 0;
  if (role == "neck") return claim.part == kNeck ? claim.score : 0;
  if (role == "head") return claim.part == kHead ? claim.score : 0;
  if (role == "jaw") return claim.part == kJaw ? claim.score : 0;
  if (role.starts_with("spine"))
    return claim.part == kSpine ? claim.score : claim.part == kBody ? kVagueFit * claim.score : 0;
  return 0;
}

double SidedScore(std::string_view role, const NameClaim& claim) {
  for (int side = 0; side < 2; ++side) {
    for (int i = 0; i < 4; ++i) {
      if (role == ArmRole(side, i)) return ArmClaimScore(claim, i);
      if (role == LegRole(side, i)) return LegClaimScore(claim, i);
    }
  }
  if (role.ends_with("eye")) return claim.part == kEye ? claim.score : 0;
  return IsFinger(claim.part) ? claim.score : 0;
}

// "leftforearm" and "leftarm" are parts of one limb; so are all trunk roles.
std::string_view GroupOf(std::string_view role) {
  const bool arm = role.ends_with("shoulder") || role.ends_with("arm") || role.find("hand") != std::string_view::npos;
  if (SideOfRole(role) == 0) return "trunk";
  if (SideOfRole(role) > 0) return arm ? "left arm" : "left leg";
  return arm ? "right arm" : "right leg";
}

double ShapeScore(const RoleBone& entry, const Profile& by_shape) {
  if (by_shape.BoneOf(entry.role) == entry.bone) return 1.0;
  const std::string_view other = by_shape.RoleOf(entry.bone);
  return !other.empty() && GroupOf(other) == GroupOf(entry.role) ? kNearScore : 0.0;
}

int LimbRunnerUp(std::string_view role, const Limbs& limbs) {
  for (int side = 0; side < 2; ++side) {
    for (int i = 0; i < 4; ++i) {
      if (role == ArmRole(side, i)) return limbs.arm[side].runner_up[i];
      if (role == LegRole(side, i)) return limbs.leg[side].runner_up[i];
    }
  }
  return -1;
}

int RunnerUp(const RoleBone& entry, const Opinions& opinions) {
  for (const Profile* other : {&opinions.by_names, &opinions.by_shape}) {
    const int bone = other->BoneOf(entry.role);
    if (bone >= 0 && bone != entry.bone) return bone;
  }
  return LimbRunnerUp(entry.role, opinions.limbs);
}

std::string Conflict(const Rig& rig, const RoleBone& entry, const NameClaim& claim, const Profile& by_shape) {
  const int side = SideOfRole(entry.role);
  if (side != 0 && claim.side != 0 && claim.side != side) {
    return Cat("the name says ", claim.side > 0 ? "left" : "right", ", the bone stands on the ",
               side > 0 ? "left" : "right");
  }
  const int shape = by_shape.BoneOf(entry.role);
  if (shape < 0 || shape == entry.bone) return "";
  return Cat("the shape says ", Quoted(rig.bone_names()[shape]));
}

}  // namespace

double NameScoreOf(std::string_view role, const NameClaim& claim) {
  return SideOfRole(role) == 0 ? TrunkScore(role, claim) : SidedScore(role, claim);
}

std::vector<RoleEvidence> EvidenceOf(const Rig& rig, const Profile& profile, const std::vector<NameClaim>& claims,
                                     const Opinions& opinions) {
  std::vector<RoleEvidence> out;
  for (const RoleBone& entry : profile.roles) {
    RoleEvidence evidence{.role = entry.role, .bone = entry.bone};
    evidence.name_score = NameScoreOf(entry.role, claims[entry.bone]);
    evidence.geometry_score = ShapeScore(entry, opinions.by_shape);
    evidence.runner_up = RunnerUp(entry, opinions);
    evidence.conflict = Conflict(rig, entry, claims[entry.bone], opinions.by_shape);
    out.push_back(std::move(evidence));
  }
  return out;
}

}  // namespace retarget
