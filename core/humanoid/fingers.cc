#include "core/humanoid/fingers.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/math/quaternion.h"
#include "core/math/scalar.h"

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

// Chains of two or more bones that grow from the hand, end markers counted. What calls itself a slot, a weapon or
// another part is no finger: the prop in it would turn with one.
std::vector<Chain> ChainsOf(const BodyGraph& body, int hand, const std::vector<NameClaim>& claims) {
  std::vector<Chain> chains;
  for (const int child : body.children(hand)) {
    if (claims[child].part == kHelper || claims[child].part == kOther) continue;
    Chain chain{child};
    while (!body.children(chain.back()).empty()) chain.push_back(body.children(chain.back()).front());
    if (chain.size() < 2) continue;
    // The last bone of a longer finger, or one no skin uses, marks the fingertip.
    if (chain.size() > kMostJoints || !body.is_live(chain.back())) chain.pop_back();
    chains.push_back(chain);
  }
  return chains;
}

Vec3 DirectionOf(const BodyGraph& body, int hand, const Chain& finger) {
  const int from = finger.size() > 1 ? finger.front() : hand;
  return UnitOr(body.position(finger.back()) - body.position(from), Vec3(0.0));
}

// The thumb points away from the other fingers and starts nearer to the wrist than they do.
size_t ThumbOf(const BodyGraph& body, int hand, const std::vector<Chain>& fingers) {
  Vec3 direction_sum(0.0);
  double distance_sum = 0;
  for (const Chain& finger : fingers) {
    direction_sum += DirectionOf(body, hand, finger);
    distance_sum += body.Distance(hand, finger.front());
  }
  size_t best = 0;
  double best_score = -kPi;
  for (size_t i = 0; i < fingers.size(); ++i) {
    const Vec3 direction = DirectionOf(body, hand, fingers[i]);
    const double distance = body.Distance(hand, fingers[i].front());
    const double others = std::max((distance_sum - distance) / static_cast<double>(fingers.size() - 1), kTinyLength);
    const double score = AngleBetween(direction, direction_sum - direction) + 1.0 - distance / others;
    if (score > best_score) best = i, best_score = score;
  }
  return best;
}

// From the thumb's side of the palm to the other one: along the line between the two roots that are furthest apart.
void SortAcrossPalm(const BodyGraph& body, const Chain& thumb, std::vector<Chain>& fingers) {
  Vec3 across(0.0), middle(0.0);
  for (const Chain& a : fingers) {
    middle += body.position(a.front()) / static_cast<double>(fingers.size());
    for (const Chain& b : fingers) {
      const Vec3 way = body.position(b.front()) - body.position(a.front());
      if (Length(way) > Length(across)) across = way;
    }
  }
  if (glm::dot(body.position(thumb.back()) - middle, across) > 0) across = -across;
  std::stable_sort(fingers.begin(), fingers.end(), [&](const Chain& a, const Chain& b) {
    return glm::dot(body.position(a.front()), across) < glm::dot(body.position(b.front()), across);
  });
}

Hand FingersFromShape(const BodyGraph& body, int hand_bone, const std::vector<NameClaim>& claims) {
  std::vector<Chain> chains = ChainsOf(body, hand_bone, claims);
  Hand hand;
  // One bone alone is as likely a socket as a finger.
  if (chains.size() == 1 && chains.front().size() == 1) return hand;
  if (chains.size() > 1) {
    const size_t thumb = ThumbOf(body, hand_bone, chains);
    hand[0] = chains[thumb];
    chains.erase(chains.begin() + static_cast<std::ptrdiff_t>(thumb));
    SortAcrossPalm(body, hand[0], chains);
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
  return Listed(FingersFromShape(body, hand, claims), false);
}

}  // namespace retarget
