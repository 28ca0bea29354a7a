#include "core/humanoid/shape_limbs.h"

#include <algorithm>
#include <cmath>

#include "core/humanoid/branch_pairs.h"
#include "core/humanoid/limb_split.h"
#include "core/math/quaternion.h"

namespace retarget {
namespace {

// Proportions of a body, thighs to shoulders = 1. Wide: chibi robots and giants are people too.
constexpr double kShortestLeg = 0.25, kLongestLeg = 4.0;
constexpr double kShortestArm = 0.2, kLongestArm = 4.0;
// Cosine between trunk and the way up a leg: lying trunks (animals) are below.
constexpr double kUprightCosine = 0.6;
// The same between the roots of arms and legs: characters have 0.97 and more, animals up to 0.3.
constexpr double kUprightRootsCosine = 0.7;
// Bone of a leg's branch that is the ankle where the branch starts with the thigh.
constexpr size_t kAnklePlace = 2;
// Cosine between the lines across shoulders and hips.
constexpr double kParallelCosine = 0.8;
// Cosine between the line across and the trunk.
constexpr double kLevelCosine = 0.35;
// Ankles are below the hands by this part of the leg; a body that stands on its arms fails.
constexpr double kHandsAboveFeet = 0.1;
// A hand with fingers is worth this part of the body's extent when several pairs could be the arms.
constexpr double kFingersBonus = 0.15;
// A foot beside the body stands within this part of the thigh's length of the ankle's place.
constexpr double kFootNear = 0.6;

struct Fit {
  double score = 0;  // 0: no body
  Limbs limbs;
};

double LongLength(const BodyGraph& body, const Limb& limb, int core) {
  double length = body.Distance(limb.bones[core], limb.bones[core + 1]);
  if (limb.bones[core + 2] >= 0) length += body.Distance(limb.bones[core + 1], limb.bones[core + 2]);
  return length;
}

int EndOf(const Limb& limb, int core) {
  return limb.bones[core + 2] >= 0 ? limb.bones[core + 2] : limb.bones[core + 1];
}

Vec3 Across(const BodyGraph& body, const std::array<Limb, 2>& pair, int core) {
  return UnitOr(body.position(pair[0].bones[core]) - body.position(pair[1].bones[core]), Vec3(0.0));
}

bool Nested(const BodyGraph& body, const BranchPair& a, const BranchPair& b) {
  for (const int x : {a.chains[0].front(), a.chains[1].front()}) {
    for (const int y : {b.chains[0].front(), b.chains[1].front()}) {
      if (x == y || body.IsAbove(x, y) || body.IsAbove(y, x)) return true;
    }
  }
  return false;
}

class BodyFit {
 public:
  explicit BodyFit(const BodyGraph& body) : body_(body) {}

  Fit Try(const BranchPair& legs, const BranchPair& arms) const {
    if (Nested(body_, legs, arms)) return {};
    Fit fit;
    for (int side = 0; side < 2; ++side) {
      fit.limbs.arm[side] = SplitArm(body_, arms.chains[side]);
      fit.limbs.leg[side] = SplitLeg(body_, legs.chains[side]);
      if (!fit.limbs.arm[side].HasLongBones(kArmCore) || !fit.limbs.leg[side].HasLongBones(kLegCore)) return {};
    }
    AlignSides(fit.limbs);
    if (RootsAreUpright(legs, arms) && IsBody(fit.limbs)) fit.score = ScoreOf(fit.limbs);
    return fit;
  }

 private:
  // Both pairs name their branches in hierarchy order, which may differ between arms and legs.
  void AlignSides(Limbs& limbs) const {
    if (glm::dot(Across(body_, limbs.arm, kArmCore), Across(body_, limbs.leg, kLegCore)) < 0)
      std::swap(limbs.arm[0], limbs.arm[1]);
  }

  // Also between the places where the branches grow from the body: a wing's long bones rise above a lying trunk.
  bool RootsAreUpright(const BranchPair& legs, const BranchPair& arms) const {
    const Vec3 hips = body_.Middle(legs.chains[0].front(), legs.chains[1].front());
    const Vec3 shoulders = body_.Middle(arms.chains[0].front(), arms.chains[1].front());
    const Vec3 up = UnitOr(shoulders - hips, Vec3(0.0));
    for (int side = 0; side < 2; ++side) {
      const std::vector<int>& leg = legs.chains[side];
      const Vec3 way = body_.position(leg.front()) - body_.position(leg[std::min<size_t>(leg.size() - 1, kAnklePlace)]);
      if (glm::dot(UnitOr(way, Vec3(0.0)), up) < kUprightRootsCosine) return false;
    }
    return true;
  }

  bool IsBody(const Limbs& limbs) const {
    const Vec3 shoulders = body_.Middle(limbs.arm[0].bones[kArmCore], limbs.arm[1].bones[kArmCore]);
    const Vec3 thighs = body_.Middle(limbs.leg[0].bones[kLegCore], limbs.leg[1].bones[kLegCore]);
    const double trunk = Length(shoulders - thighs);
    if (trunk <= kTinyLength) return false;
    const Vec3 up = (shoulders - thighs) / trunk;
    const Vec3 arms_across = Across(body_, limbs.arm, kArmCore), legs_across = Across(body_, limbs.leg, kLegCore);
    if (glm::dot(arms_across, legs_across) < kParallelCosine) return false;
    if (std::fabs(glm::dot(legs_across, up)) > kLevelCosine) return false;
    double hands = 0, feet = 0, leg_length = 0;
    for (int side = 0; side < 2; ++side) {
      const Limb& leg = limbs.leg[side];
      const Limb& arm = limbs.arm[side];
      const double leg_part = LongLength(body_, leg, kLegCore) / trunk,
                   arm_part = LongLength(body_, arm, kArmCore) / trunk;
      if (leg_part < kShortestLeg || leg_part > kLongestLeg || arm_part < kShortestArm || arm_part > kLongestArm)
        return false;
      const Vec3 way = body_.position(leg.bones[0]) - body_.position(EndOf(leg, kLegCore));
      if (glm::dot(UnitOr(way, Vec3(0.0)), up) < kUprightCosine) return false;
      hands += glm::dot(body_.position(EndOf(arm, kArmCore)), up);
      feet += glm::dot(body_.position(EndOf(leg, kLegCore)), up);
      leg_length += leg_part * trunk;
    }
    return hands - feet > kHandsAboveFeet * leg_length;
  }

  double ScoreOf(const Limbs& limbs) const {
    double score = 0;
    for (int side = 0; side < 2; ++side) {
      score += LongLength(body_, limbs.leg[side], kLegCore) + LongLength(body_, limbs.arm[side], kArmCore);
      const int hand = limbs.arm[side].bones[3];
      if (hand >= 0 && FanOut(body_, hand) >= 2) score += kFingersBonus * body_.extent();
    }
    return score;
  }

  const BodyGraph& body_;
};

// Where the ankle of a leg cut off at the knee may be: at a marker below the knee, else as far again as the thigh is
// long.
std::vector<Vec3> AnklePlaces(const BodyGraph& body, int thigh, int knee) {
  std::vector<Vec3> places;
  for (const int marker : body.children(knee)) places.push_back(body.position(marker));
  if (places.empty()) places.push_back(body.position(knee) * 2.0 - body.position(thigh));
  return places;
}

// The live bone outside the limbs that stands nearest to an ankle of that leg, -1 when none is near.
int FootBeside(const BodyGraph& body, const Limbs& limbs, const Limb& leg) {
  const int thigh = leg.bones[0], knee = leg.bones[1];
  const std::vector<Vec3> ankles = AnklePlaces(body, thigh, knee);
  int foot = -1;
  double nearest = kFootNear * body.Distance(thigh, knee);
  for (int bone = 0; bone < body.size(); ++bone) {
    if (!body.is_live(bone) || limbs.Holds(bone) || body.IsAbove(bone, thigh) || body.IsAbove(knee, bone)) continue;
    for (const Vec3& ankle : ankles) {
      const double distance = Length(body.position(bone) - ankle);
      if (distance < nearest) foot = bone, nearest = distance;
    }
  }
  return foot;
}

// A leg cut off at the knee (IK baked): the foot is a bone beside the body, near where the shin ends.
void AddFeetBeside(const BodyGraph& body, Limbs& limbs) {
  if (limbs.leg[0].bones[2] >= 0 || limbs.leg[1].bones[2] >= 0) return;
  const int feet[] = {FootBeside(body, limbs, limbs.leg[0]), FootBeside(body, limbs, limbs.leg[1])};
  if (feet[0] < 0 || feet[1] < 0 || feet[0] == feet[1]) return;
  for (int side = 0; side < 2; ++side) limbs.leg[side].bones[2] = feet[side];
}

}  // namespace

std::optional<Limbs> LimbsFromShape(const BodyGraph& body) {
  const std::vector<BranchPair> pairs = FindBranchPairs(body);
  const BodyFit search(body);
  Fit best;
  for (const BranchPair& legs : pairs) {
    for (const BranchPair& arms : pairs) {
      Fit fit = search.Try(legs, arms);
      if (fit.score > best.score) best = fit;
    }
  }
  if (best.score <= 0) return std::nullopt;
  AddFeetBeside(body, best.limbs);
  return best.limbs;
}

}  // namespace retarget
