// Limbs from names: a small dynamic program per side and limb.

#include <algorithm>

#include "core/humanoid/limbs.h"

namespace retarget {
namespace {

using enum WordMeaning;

struct Fit {
  WordMeaning part;
  int index;  // of the limb's bone
  double score;
};

constexpr Fit kArmFits[] = {
    {kClavicle, 0, 1.0}, {kShoulder, 0, 0.85}, {kUpperArm, 1, 1.0}, {kArm, 1, 0.9},
    {kShoulder, 1, 0.7}, {kForearm, 2, 1.0},   {kElbow, 2, 0.85},   {kArm, 2, 0.45},
    {kHand, 3, 1.0},     {kWrist, 3, 0.75},    {kPalm, 3, 0.6},
};
constexpr Fit kLegFits[] = {
    {kThigh, 0, 1.0}, {kHip, 0, 0.8},   {kLeg, 0, 0.65},   {kShin, 1, 1.0}, {kKnee, 1, 0.85},
    {kLeg, 1, 0.8},   {kFoot, 2, 0.95}, {kAnkle, 2, 0.96}, {kToe, 3, 0.95}, {kFoot, 3, 0.5},
};

double FitScore(absl::Span<const Fit> fits, const NameClaim& claim, int index) {
  for (const Fit& fit : fits) {
    if (fit.part == claim.part && fit.index == index) return fit.score * claim.score;
  }
  return 0;
}

// Arm, forearm, thigh and shin are what a limb is for: a doubtful word goes to them first.
constexpr double kCoreWeight = 1.5;
// The next bone of a limb hangs below the one before; a foot beside the body loses only this.
constexpr double kBelowBonus = 0.3;
constexpr double kUpsideDownCost = 1.0;
// A node no skin uses is more often a mesh or a marker than a bone.
constexpr double kNotLiveFactor = 0.3;
constexpr double kNotJointFactor = 0.9;
// More bones of one name than this are copies of copies.
constexpr size_t kMostCandidates = 24;

struct Candidate {
  int bone = -1;
  int index = 0;
  double fit = 0;
  double best = 0;    // of the path that ends here
  int previous = -1;  // candidate before it
};

class LimbSearch {
 public:
  LimbSearch(const BodyGraph& body, const std::vector<NameClaim>& claims, absl::Span<const Fit> fits, int core)
      : body_(body), claims_(claims), fits_(fits), core_(core) {}

  Limb Run(int side) {
    candidates_.clear();
    for (int index = 0; index < 4; ++index) AddCandidates(side, index);
    int best = -1;
    for (size_t i = 0; i < candidates_.size(); ++i) {
      Extend(static_cast<int>(i));
      if (best < 0 || candidates_[i].best > candidates_[best].best) best = static_cast<int>(i);
    }
    Limb limb;
    for (int at = best; at >= 0; at = candidates_[at].previous) {
      limb.bones[candidates_[at].index] = candidates_[at].bone;
    }
    AddRunnersUp(limb);
    return limb;
  }

 private:
  double FitOf(int bone, int index) const {
    double fit = FitScore(fits_, claims_[bone], index);
    if (!body_.is_live(bone)) fit *= kNotLiveFactor;
    if (body_.rig().has_skin() && !body_.rig().is_joint(bone)) fit *= kNotJointFactor;
    return fit;
  }

  void AddCandidates(int side, int index) {
    std::vector<Candidate> found;
    for (const int bone : body_.rig().order()) {
      if (claims_[bone].side != side) continue;
      const double fit = FitOf(bone, index);
      if (fit > 0) found.push_back({bone, index, fit});
    }
    std::stable_sort(found.begin(), found.end(), [](const Candidate& a, const Candidate& b) { return a.fit > b.fit; });
    if (found.size() > kMostCandidates) found.resize(kMostCandidates);
    candidates_.insert(candidates_.end(), found.begin(), found.end());
  }

  void Extend(int at) {
    Candidate& mine = candidates_[at];
    const double own = mine.fit * (mine.index == core_ || mine.index == core_ + 1 ? kCoreWeight : 1.0);
    mine.best = own;
    for (int i = 0; i < at; ++i) {
      const Candidate& other = candidates_[i];
      if (other.index >= mine.index || other.bone == mine.bone) continue;
      double total = other.best + own;
      if (body_.IsAbove(other.bone, mine.bone)) total += kBelowBonus;
      if (body_.IsAbove(mine.bone, other.bone)) total -= kUpsideDownCost;
      if (total > mine.best) mine.best = total, mine.previous = i;
    }
  }

  void AddRunnersUp(Limb& limb) const {
    for (const Candidate& candidate : candidates_) {
      int& runner_up = limb.runner_up[candidate.index];
      const bool taken = std::find(limb.bones.begin(), limb.bones.end(), candidate.bone) != limb.bones.end();
      if (runner_up < 0 && !taken) runner_up = candidate.bone;
    }
  }

  const BodyGraph& body_;
  const std::vector<NameClaim>& claims_;
  absl::Span<const Fit> fits_;
  int core_;
  std::vector<Candidate> candidates_;
};

constexpr const char* kSideNames[] = {"left", "right"};
constexpr const char* kArmNames[] = {"shoulder", "arm", "forearm", "hand"};
constexpr const char* kLegNames[] = {"upleg", "leg", "foot", "toebase"};

}  // namespace

int Limb::TopBone() const {
  for (const int bone : bones) {
    if (bone >= 0) return bone;
  }
  return -1;
}

bool Limbs::Holds(int bone) const {
  const auto holds = [&](const Limb& limb) {
    return std::find(limb.bones.begin(), limb.bones.end(), bone) != limb.bones.end();
  };
  return holds(arm[0]) || holds(arm[1]) || holds(leg[0]) || holds(leg[1]);
}

std::string ArmRole(int side, int bone) { return std::string(kSideNames[side]) + kArmNames[bone]; }
std::string LegRole(int side, int bone) { return std::string(kSideNames[side]) + kLegNames[bone]; }

double ArmClaimScore(const NameClaim& claim, int index) { return FitScore(kArmFits, claim, index); }
double LegClaimScore(const NameClaim& claim, int index) { return FitScore(kLegFits, claim, index); }

Limbs LimbsFromNames(const BodyGraph& body, const std::vector<NameClaim>& claims) {
  Limbs limbs;
  for (int side = 0; side < 2; ++side) {
    const int sign = side == 0 ? 1 : -1;
    limbs.arm[side] = LimbSearch(body, claims, kArmFits, kArmCore).Run(sign);
    limbs.leg[side] = LimbSearch(body, claims, kLegFits, kLegCore).Run(sign);
  }
  return limbs;
}

}  // namespace retarget
