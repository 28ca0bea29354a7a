#include "core/humanoid/limb_choice.h"

#include <cmath>

#include "core/humanoid/side_check.h"
#include "core/humanoid/trunk.h"
#include "core/math/quaternion.h"

namespace retarget {
namespace {

// Fewer votes than this are noise.
constexpr double kLeastVotes = 0.05;
// Cosine above which an axis counts as pointing along the line across the body.
constexpr double kAxisCosine = 0.7;

bool AnyLongBones(const std::array<Limb, 2>& pair, int core) {
  return pair[0].HasLongBones(core) || pair[1].HasLongBones(core);
}

bool Shares(const Limb& a, const Limb& b) {
  for (int i = 0; i < 4; ++i) {
    if (a.bones[i] >= 0 && a.bones[i] == b.bones[i]) return true;
  }
  return false;
}

// Bones `limb` lacks, from the shape's limb that runs through the same bones.
void FillGaps(const BodyGraph& body, const std::array<Limb, 2>& shaped, Limbs& all, Limb& limb) {
  for (const Limb& other : shaped) {
    if (!Shares(limb, other)) continue;
    for (int i = 0; i < 4; ++i) {
      if (limb.bones[i] >= 0 || other.bones[i] < 0 || all.Holds(other.bones[i])) continue;
      const bool in_order = i == 0 || limb.bones[i - 1] < 0 || !body.IsAbove(other.bones[i], limb.bones[i - 1]);
      if (in_order) limb.bones[i] = other.bones[i];
    }
  }
}

// True when the limb's place 0 stands where `left` does: decides how a pair from the shape lies beside a named pair.
bool SameSide(const BodyGraph& body, const std::array<Limb, 2>& named, int core, const std::array<Limb, 2>& other,
              int other_core) {
  const auto across = [&](const std::array<Limb, 2>& pair, int at) {
    return pair[0].bones[at] >= 0 && pair[1].bones[at] >= 0
               ? body.position(pair[0].bones[at]) - body.position(pair[1].bones[at])
               : Vec3(0.0);
  };
  return glm::dot(across(named, core), across(other, other_core)) >= 0;
}

// Takes the shape's pair for one the names do not give, turned to the sides of the pair they do give.
void TakeUnnamed(const BodyGraph& body, const Limbs& shaped, Limbs& chosen) {
  const bool arms = AnyLongBones(chosen.arm, kArmCore), legs = AnyLongBones(chosen.leg, kLegCore);
  Limbs turned = shaped;
  if (arms && !SameSide(body, chosen.arm, kArmCore, shaped.arm, kArmCore)) turned.SwapSides();
  if (!arms && legs && !SameSide(body, chosen.leg, kLegCore, shaped.leg, kLegCore)) turned.SwapSides();
  if (!arms) chosen.arm = turned.arm;
  if (!legs) chosen.leg = turned.leg;
}

bool NamesHaveSides(const Limbs& limbs, const std::vector<NameClaim>& claims) {
  for (const std::array<Limb, 2>* pair : {&limbs.arm, &limbs.leg}) {
    for (const Limb& limb : *pair) {
      for (const int bone : limb.bones) {
        if (bone >= 0 && claims[bone].score > 0 && claims[bone].side != 0) return true;
      }
    }
  }
  return false;
}

}  // namespace

Limbs SidedByShape(const BodyGraph& body, Limbs limbs) {
  const SideVote vote = VoteSides(body, limbs, NoClaims(body.rig()));
  double votes = vote.votes;
  if (std::fabs(votes) < kLeastVotes) {
    const int hips = FindTrunk(body, limbs, NoClaims(body.rig())).hips;
    const Vec3 axis = hips >= 0 ? UnitOr(Vec3(body.rig().rest_world()[hips][0]), Vec3(1, 0, 0)) : Vec3(1, 0, 0);
    votes = glm::dot(vote.lateral, axis);
    if (std::fabs(votes) < kAxisCosine) votes = vote.lateral.x;
  }
  if (votes < 0) limbs.SwapSides();
  return limbs;
}

Limbs ChooseLimbs(const BodyGraph& body, const std::vector<NameClaim>& claims, const Limbs& named,
                  const std::optional<Limbs>& shaped, std::vector<std::string>& warnings) {
  Limbs chosen = named;
  if (shaped.has_value()) {
    TakeUnnamed(body, *shaped, chosen);
    for (Limb& limb : chosen.arm) FillGaps(body, shaped->arm, chosen, limb);
    for (Limb& limb : chosen.leg) FillGaps(body, shaped->leg, chosen, limb);
  }
  if (!NamesHaveSides(chosen, claims)) return SidedByShape(body, chosen);
  const SideVote vote = VoteSides(body, chosen, claims);
  if (vote.votes <= -kSureVotes && PostureOf(body, chosen) == Posture::kUpright) {
    chosen.SwapSides();
    warnings.push_back(
        "names call the sides the other way round: left and right follow the body, which shows where it faces");
  }
  return chosen;
}

}  // namespace retarget
