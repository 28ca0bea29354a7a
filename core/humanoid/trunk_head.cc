#include "core/humanoid/trunk_head.h"

#include <algorithm>

#include "core/math/quaternion.h"

namespace retarget {
namespace {

using enum WordMeaning;

// Bones nearer than this part of the trunk stand in one place (a tracker over the head it carries).
constexpr double kSamePlace = 0.01;
// A marker at the crown is this many times further from the head than the head from the neck; two necks are about even.
constexpr double kTipIsFurther = 1.5;
// A toe chain of more bones than thigh, shin, foot, toe ends in a marker, and then so do all chains of the rig.
constexpr size_t kLegBones = 4;

}  // namespace

bool HeadSearch::IsHelper(int bone) const { return claims_[bone].part == kHelper || claims_[bone].part == kOther; }

HeadAndNeck HeadSearch::Run(int named_head, bool neck_carries_arms) const {
  if (named_head >= 0) return BelowNamed(named_head, neck_carries_arms);
  return FromShape(neck_carries_arms);
}

HeadAndNeck HeadSearch::BelowNamed(int head, bool neck_carries_arms) const {
  HeadAndNeck out{.head = head};
  // The lowest bone called neck above the head, else the first bone between the arms' carrier and the head.
  for (int at = body_.parent(head); at >= 0; at = body_.parent(at)) {
    if (claims_[at].part == kNeck) out.neck = at;
  }
  if (out.neck >= 0 || arms_root_ < 0) return out;
  if (neck_carries_arms) return {.neck = arms_root_, .head = head};
  for (const int bone : body_.PathDown(arms_root_, head)) {
    if (bone == head) break;
    if (IsHelper(bone) || claims_[bone].part == kSpine) continue;
    out.neck = bone;
    break;
  }
  return out;
}

// The live child that leads up the middle of the body; -1 at a fan of children (a face, hair) and at the end.
bool HeadSearch::CarriesLimb(int bone) const {
  for (const std::array<Limb, 2>* pair : {&limbs_.arm, &limbs_.leg}) {
    for (const Limb& limb : *pair) {
      if (limb.TopBone() >= 0 && body_.rig().IsAncestorOrSelf(bone, limb.TopBone())) return true;
    }
  }
  return false;
}

// The live child that leads up the middle of the body; -1 at a fan of children (a face, hair) and at the end.
int HeadSearch::NextUp(int bone) const {
  int best = -1, beside = 0;
  double best_height = 0, top = 0;
  for (const int child : body_.LiveChildren(bone)) {
    if (CarriesLimb(child) || IsHelper(child)) continue;
    ++beside;
    const Vec3 way = body_.position(child) - body_.position(bone);
    const double along = glm::dot(way, up_);
    top = std::max(top, along);
    // Leading up: no more sideways than upward, or in the same place.
    if (along < -kSamePlace * trunk_length_ || Length(way) > 1.5 * along + kSamePlace * trunk_length_) continue;
    if (best < 0 || along + body_.reach(child) > best_height) best = child, best_height = along + body_.reach(child);
  }
  if (best < 0 || bone == arms_root_ || beside == 1) return best;
  // A neck with more than the head on it: the head is the top one and carries something itself.
  const bool is_top = glm::dot(body_.position(best) - body_.position(bone), up_) >= top;
  return is_top && body_.LiveChildren(best).size() > 1 ? best : -1;
}

std::vector<int> HeadSearch::ChainUp() const {
  std::vector<int> chain;
  for (int at = NextUp(arms_root_); at >= 0; at = NextUp(at)) {
    // Of bones in one place the lower one in the hierarchy does the work.
    if (!chain.empty() && body_.Distance(chain.back(), at) < kSamePlace * trunk_length_) chain.pop_back();
    chain.push_back(at);
  }
  return chain;
}

bool HeadSearch::LimbsEndInTips() const {
  return std::any_of(limbs_.leg.begin(), limbs_.leg.end(), [&](const Limb& limb) {
    return limb.bones[kLegCore] >= 0 && body_.LongestChain(limb.bones[kLegCore]).size() > kLegBones;
  });
}

bool HeadSearch::LastIsTip(const std::vector<int>& chain) const {
  if (chain.size() < 2) return false;
  const int last = chain.back(), before = chain[chain.size() - 2];
  const int below = chain.size() > 2 ? chain[chain.size() - 3] : arms_root_;
  if (!body_.children(last).empty() && !body_.LiveChildren(last).empty()) return false;
  const bool further = body_.Distance(before, last) > kTipIsFurther * body_.Distance(below, before);
  return further || (chain.size() > 2 && LimbsEndInTips());
}

HeadAndNeck HeadSearch::FromShape(bool neck_carries_arms) const {
  if (arms_root_ < 0 || trunk_length_ <= 0) return {};
  std::vector<int> chain = ChainUp();
  if (LastIsTip(chain)) chain.pop_back();
  if (chain.empty()) return {};
  HeadAndNeck out{.head = chain.back()};
  if (neck_carries_arms) {
    out.neck = arms_root_;
  } else if (chain.size() > 1) {
    out.neck = chain.front();
  }
  return out;
}

}  // namespace retarget
