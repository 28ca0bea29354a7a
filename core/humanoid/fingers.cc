#include "core/humanoid/fingers.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/math/quaternion.h"

namespace retarget {
namespace {

using enum WordMeaning;

constexpr const char* kFingerNames[] = {"thumb", "index", "middle", "ring", "pinky"};
constexpr WordMeaning kNamedParts[] = {kThumb, kIndex, kMiddle, kRing, kPinky};
constexpr size_t kMostJoints = 3;

using Chain = std::vector<int>;
using Hand = std::array<Chain, 5>;  // thumb to pinky

// Which of the four fingers beside the thumb a hand with fewer has: one is the index, two are index and little.
std::vector<int> SlotsFor(size_t fingers) {
  if (fingers == 1) return {1};
  if (fingers == 2) return {1, 4};
  if (fingers == 3) return {1, 2, 3};
  return {1, 2, 3, 4};
}

std::vector<FingerBone> Listed(const Hand& hand, bool by_name) {
  std::vector<FingerBone> out;
  for (size_t finger = 0; finger < hand.size(); ++finger) {
    const size_t joints = std::min(hand[finger].size(), kMostJoints);
    for (size_t i = 0; i < joints; ++i) {
      out.push_back({std::string("hand") + kFingerNames[finger] + std::to_string(i + 1), hand[finger][i], by_name});
    }
  }
  return out;
}

class NamedFingers {
 public:
  NamedFingers(const BodyGraph& body, const Limb& arm, const std::vector<NameClaim>& claims)
      : body_(body), claims_(claims) {
    for (const int bone : body.rig().order()) {
      if (!IsFinger(claims[bone].part) || (claims[bone].metacarpal && claims[bone].part != kThumb)) continue;
      if (body.IsAbove(arm.bones[2], bone) || body.IsAbove(arm.bones[3], bone)) fingers_.push_back(bone);
    }
  }

  bool any() const { return !fingers_.empty(); }

  Hand Run() const {
    Hand hand;
    for (size_t finger = 0; finger < hand.size(); ++finger) hand[finger] = ChainOf(kNamedParts[finger]);
    AddNumbered(hand);
    return hand;
  }

 private:
  // Bones are parents first, so a chain is every next bone below the last one.
  Chain ChainOf(WordMeaning part) const {
    Chain chain;
    for (const int bone : fingers_) {
      if (claims_[bone].part == part && (chain.empty() || body_.IsAbove(chain.back(), bone))) chain.push_back(bone);
    }
    return chain;
  }

  // "Finger0", "Finger_2_1": chains in the order of their numbers, put where no finger has a name of its own.
  void AddNumbered(Hand& hand) const {
    std::vector<Chain> chains;
    for (const int bone : fingers_) {
      if (claims_[bone].part != kFinger) continue;
      const auto above =
          std::find_if(chains.begin(), chains.end(), [&](const Chain& c) { return body_.IsAbove(c.back(), bone); });
      if (above != chains.end()) {
        above->push_back(bone);
      } else {
        chains.push_back({bone});
      }
    }
    if (chains.empty()) return;
    std::stable_sort(chains.begin(), chains.end(),
                     [this](const Chain& a, const Chain& b) { return Number(a) < Number(b); });
    size_t next = 0;
    const bool first_is_thumb = chains.size() >= 5 || Number(chains.front()) == 0;
    if (hand[0].empty() && first_is_thumb) hand[0] = chains[next++];
    std::vector<int> slots = SlotsFor(chains.size() - next);
    const bool some_named = std::any_of(hand.begin() + 1, hand.end(), [](const Chain& c) { return !c.empty(); });
    if (some_named) slots = {1, 2, 3, 4};
    for (const int slot : slots) {
      if (next < chains.size() && hand[slot].empty()) hand[slot] = chains[next++];
    }
  }

  int Number(const Chain& chain) const {
    const std::vector<int>& numbers = claims_[chain.front()].numbers;
    return numbers.empty() ? 1 : numbers.front();
  }

  const BodyGraph& body_;
  const std::vector<NameClaim>& claims_;
  std::vector<int> fingers_;
};

// Chains of two or more bones that grow from the hand, end markers counted.
std::vector<Chain> ChainsOf(const BodyGraph& body, int hand) {
  std::vector<Chain> chains;
  for (const int child : body.children(hand)) {
    Chain chain{child};
    while (!body.children(chain.back()).empty()) chain.push_back(body.children(chain.back()).front());
    if (chain.size() < 2) continue;
    // The last bone of a longer finger, or one no skin uses, marks the fingertip.
    if (chain.size() > kMostJoints || !body.is_live(chain.back())) chain.pop_back();
    chains.push_back(chain);
  }
  return chains;
}

Hand FingersFromShape(const BodyGraph& body, int hand_bone) {
  std::vector<Chain> chains = ChainsOf(body, hand_bone);
  Hand hand;
  if (chains.empty()) return hand;
  // The thumb starts nearest to the wrist.
  const auto nearer = [&](const Chain& a, const Chain& b) {
    return body.Distance(hand_bone, a.front()) < body.Distance(hand_bone, b.front());
  };
  if (chains.size() > 1) {
    const auto thumb = std::min_element(chains.begin(), chains.end(), nearer);
    hand[0] = *thumb;
    chains.erase(thumb);
    const int root = hand[0].front();
    std::stable_sort(chains.begin(), chains.end(), [&](const Chain& a, const Chain& b) {
      return body.Distance(root, a.front()) < body.Distance(root, b.front());
    });
  }
  size_t next = 0;
  for (const int slot : SlotsFor(chains.size())) {
    if (next < chains.size()) hand[slot] = chains[next++];
  }
  return hand;
}

}  // namespace

std::vector<FingerBone> FindFingers(const BodyGraph& body, const Limb& arm, const std::vector<NameClaim>& claims) {
  const NamedFingers named(body, arm, claims);
  if (named.any()) return Listed(named.Run(), true);
  const int hand = arm.bones[3] >= 0 ? arm.bones[3] : arm.bones[2];
  if (hand < 0) return {};
  return Listed(FingersFromShape(body, hand), false);
}

}  // namespace retarget
