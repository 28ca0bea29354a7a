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

bool NamedAside(const NameClaim& claim) {
  return claim.part == WordMeaning::kHelper || claim.part == WordMeaning::kOther || IsFinger(claim.part);
}

// Bones `limb` lacks, from the shape's limb that runs through the same bones; not those whose names say tip or helper.
void FillGaps(const BodyGraph& body, const std::vector<NameClaim>& claims, const std::array<Limb, 2>& shaped,
              Limbs& all, Limb& limb) {
  for (const Limb& other : shaped) {
    if (!Shares(limb, other)) continue;
    for (int i = 0; i < 4; ++i) {
      if (limb.bones[i] >= 0 || other.bones[i] < 0 || all.Holds(other.bones[i])) continue;
      if (NamedAside(claims[other.bones[i]])) continue;
      const bool in_order = i == 0 || limb.bones[i - 1] < 0 || !body.IsAbove(other.bones[i], limb.bones[i - 1]);
      if (in_order) limb.bones[i] = other.bones[i];
    }
  }
}

// True when place 0 of both pairs is on the same side of the body.
bool SameSide(const BodyGraph& body, const std::array<Limb, 2>& named, const std::array<Limb, 2>& shaped, int core) {
  const auto across = [&](const std::array<Limb, 2>& pair) {
    const int a = pair[0].bones[core], b = pair[1].bones[core];
    return a >= 0 && b >= 0 ? body.position(a) - body.position(b) : Vec3(0.0);
  };
  return glm::dot(across(named), across(shaped)) >= 0;
}

// Takes the shape's pair for one the names do not give, turned to the sides of the pair they do give.
void TakeUnnamed(const BodyGraph& body, const Limbs& shaped, Limbs& chosen) {
  const bool arms = AnyLongBones(chosen.arm, kArmCore), legs = AnyLongBones(chosen.leg, kLegCore);
  Limbs turned = shaped;
  if (arms && !SameSide(body, chosen.arm, shaped.arm, kArmCore)) turned.SwapSides();
  if (!arms && legs && !SameSide(body, chosen.leg, shaped.leg, kLegCore)) turned.SwapSides();
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
    for (Limb& limb : chosen.arm) FillGaps(body, claims, shaped->arm, chosen, limb);
    for (Limb& limb : chosen.leg) FillGaps(body, claims, shaped->leg, chosen, limb);
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
