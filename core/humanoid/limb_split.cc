#include "core/humanoid/limb_split.h"

#include <algorithm>
#include <cmath>

#include "core/math/quaternion.h"

namespace retarget {
namespace {

// A branch this much shorter than the longest one is a helper beside a limb.
constexpr double kFanPart = 0.4;
// Halves of a thigh: in line within 15 degrees, the upper at least half as long as the lower.
constexpr double kInLineCosine = 0.966;
constexpr double kHalfPart = 0.5;
// Only the first bones of a chain can be a limb; bounds the search on chains of thousands of bones.
constexpr size_t kLongestLimb = 12;

struct Triple {
  int first = -1, second = -1, end = -1;  // indices into the chain
  double score = 0;
};

// Long and even: upper arm and forearm differ by less than either differs from a collar bone or a hand.
double EvenLength(double a, double b) {
  const double sum = a + b;
  if (sum <= kTinyLength) return 0;
  const double even = 1.0 - std::fabs(a - b) / sum;
  return sum * even * even;
}

Vec3 Direction(const BodyGraph& body, int from, int to) {
  return UnitOr(body.position(to) - body.position(from), Vec3(0.0));
}

// True when bones from..to are one long bone cut in pieces (twist bones in the chain): in line, and none a stub.
bool AreOneBone(const BodyGraph& body, const std::vector<int>& chain, int from, int to) {
  for (int i = from; i + 2 <= to; ++i) {
    const double a = body.Distance(chain[i], chain[i + 1]), b = body.Distance(chain[i + 1], chain[i + 2]);
    if (std::min(a, b) < kHalfPart * std::max(a, b)) return false;
    if (glm::dot(Direction(body, chain[i], chain[i + 1]), Direction(body, chain[i + 1], chain[i + 2])) <
        kInLineCosine) {
      return false;
    }
  }
  return true;
}

Triple BestTo(const BodyGraph& body, const std::vector<int>& chain, int end) {
  Triple best;
  for (int first = 0; first + 1 < end; ++first) {
    for (int second = first + 1; second < end; ++second) {
      if (!AreOneBone(body, chain, first, second) || !AreOneBone(body, chain, second, end)) continue;
      const double score =
          EvenLength(body.Distance(chain[first], chain[second]), body.Distance(chain[second], chain[end]));
      if (score > best.score) best = {first, second, end, score};
    }
  }
  return best;
}

Triple BestConsecutive(const BodyGraph& body, const std::vector<int>& chain) {
  Triple best;
  for (int i = 0; i + 2 < static_cast<int>(chain.size()); ++i) {
    const double score = EvenLength(body.Distance(chain[i], chain[i + 1]), body.Distance(chain[i + 1], chain[i + 2]));
    if (score > best.score) best = {i, i + 1, i + 2, score};
  }
  return best;
}

int FirstFan(const BodyGraph& body, const std::vector<int>& chain) {
  for (size_t i = 0; i < chain.size(); ++i) {
    if (FanOut(body, chain[i]) >= 2) return static_cast<int>(i);
  }
  return -1;
}

std::vector<int> FirstBones(std::vector<int> chain) {
  if (chain.size() > kLongestLimb) chain.resize(kLongestLimb);
  return chain;
}

}  // namespace

int FanOut(const BodyGraph& body, int bone) {
  std::vector<double> reaches;
  for (const int child : body.LiveChildren(bone)) reaches.push_back(body.Distance(bone, child) + body.reach(child));
  if (reaches.empty()) return 0;
  const double longest = *std::max_element(reaches.begin(), reaches.end());
  return static_cast<int>(
      std::count_if(reaches.begin(), reaches.end(), [&](double r) { return r >= kFanPart * longest; }));
}

Limb SplitArm(const BodyGraph& body, const std::vector<int>& full_chain) {
  const std::vector<int> chain = FirstBones(full_chain);
  Limb limb;
  if (chain.size() < 2) return limb;
  const int fan = FirstFan(body, chain);
  if (fan == 1 || chain.size() == 2) {
    // Fingers grow from the forearm, or nothing does: no hand.
    limb.bones[1] = chain[0];
    limb.bones[2] = chain[1];
    return limb;
  }
  Triple best = BestConsecutive(body, chain);
  if (fan >= 2) {
    const Triple to_hand = BestTo(body, chain, fan);
    if (to_hand.score > best.score * kHalfPart) best = to_hand;
  }
  if (best.first < 0) return limb;
  if (best.first > 0) limb.bones[0] = chain[best.first - 1];
  limb.bones[1] = chain[best.first];
  limb.bones[2] = chain[best.second];
  limb.bones[3] = chain[best.end];
  return limb;
}

Limb SplitLeg(const BodyGraph& body, const std::vector<int>& full_chain) {
  const std::vector<int> chain = FirstBones(full_chain);
  Limb limb;
  if (chain.size() < 2) return limb;
  int first = 0;
  double longest = 0;
  for (size_t i = 0; i + 2 < chain.size(); ++i) {
    const double length = body.Distance(chain[i], chain[i + 1]) + body.Distance(chain[i + 1], chain[i + 2]);
    if (length > longest) first = static_cast<int>(i), longest = length;
  }
  int thigh = first;
  const bool half_above = first > 0 && AreOneBone(body, chain, first - 1, first + 1);
  if (half_above) thigh = first - 1;
  limb.bones[0] = chain[thigh];
  limb.bones[1] = chain[first + 1];
  for (int i = 2; i < 4 && first + i < static_cast<int>(chain.size()); ++i) limb.bones[i] = chain[first + i];
  return limb;
}

}  // namespace retarget
