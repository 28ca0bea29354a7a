#include "core/humanoid/trunk.h"

#include <algorithm>

#include "core/humanoid/trunk_head.h"
#include "core/math/quaternion.h"

namespace retarget {
namespace {

using enum WordMeaning;

// Parts of the trunk (thighs to shoulders) a height difference must exceed to mean something.
constexpr double kHeightMargin = 0.02;
// The parent must stand this much nearer to the thighs than the bone that carries them to be the pelvis.
constexpr double kPelvisNearer = 0.5;

bool PairMiddle(const BodyGraph& body, int left, int right, Vec3* middle) {
  if (left < 0 && right < 0) return false;
  *middle = left < 0 ? body.position(right) : right < 0 ? body.position(left) : body.Middle(left, right);
  return true;
}

// Lowest common ancestor of those that are there.
int Join(const BodyGraph& body, int a, int b) { return a < 0 ? b : b < 0 ? a : body.CommonAncestor(a, b); }

// The best bone of that part that stands in the middle of the body, joints first; -1 when no name says so.
int NamedCentre(const BodyGraph& body, const std::vector<NameClaim>& claims, WordMeaning part, int below) {
  int best = -1;
  double best_score = 0;
  for (const int bone : body.rig().order()) {
    const NameClaim& claim = claims[bone];
    if (claim.part != part || claim.side != 0) continue;
    double score = claim.score;
    if (!body.is_live(bone)) score *= 0.3;
    if (body.IsAbove(below, bone)) score += 1.0;
    if (score > best_score) best = bone, best_score = score;
  }
  return best;
}

class TrunkSearch {
 public:
  TrunkSearch(const BodyGraph& body, const Limbs& limbs, const std::vector<NameClaim>& claims)
      : body_(body), limbs_(limbs), claims_(claims) {
    has_shoulders_ = ShoulderMiddle(body, limbs, &shoulders_);
    has_thighs_ = ThighMiddle(body, limbs, &thighs_);
    if (has_shoulders_ && has_thighs_) {
      trunk_length_ = Length(shoulders_ - thighs_);
      up_ = UnitOr(shoulders_ - thighs_, Vec3(0, 1, 0));
    }
    arms_root_ = ParentJoin(limbs.arm);
    legs_root_ = ParentJoin(limbs.leg);
  }

  Trunk Run() {
    Trunk trunk;
    const int named_head = NamedCentre(body_, claims_, kHead, arms_root_);
    const bool neck_carries_arms = NeckCarriesArms(named_head);
    trunk.hips = FindHips(named_head);
    HeadSearch head_search(body_, limbs_, claims_, arms_root_, up_, trunk_length_);
    const HeadAndNeck top = head_search.Run(named_head, neck_carries_arms);
    trunk.head = top.head;
    trunk.neck = top.neck;
    FillSpine(neck_carries_arms, trunk);
    return trunk;
  }

 private:
  // The bone both limbs of a pair hang on; the parent of the one limb that is there.
  int ParentJoin(const std::array<Limb, 2>& pair) const {
    const int a = pair[0].TopBone(), b = pair[1].TopBone();
    if (a >= 0 && b >= 0) return body_.CommonAncestor(a, b);
    const int one = a >= 0 ? a : b;
    return one < 0 ? -1 : body_.parent(one);
  }

  double HeightOverThighs(int bone) const { return glm::dot(body_.position(bone) - thighs_, up_); }
  double HeightOverShoulders(int bone) const { return glm::dot(body_.position(bone) - shoulders_, up_); }

  // Biped rigs hang the clavicles on the neck: then the arms' carrier stands higher than the arms.
  bool NeckCarriesArms(int named_head) const {
    if (arms_root_ < 0) return false;
    if (claims_[arms_root_].part == kNeck) return true;
    if (named_head >= 0 || claims_[arms_root_].score > 0 || !has_shoulders_ || !has_thighs_) return false;
    return HeightOverShoulders(arms_root_) > kHeightMargin * trunk_length_;
  }

  int FindHips(int named_head) const {
    const int named = NamedHips();
    if (legs_root_ < 0) return named;
    const int upper = arms_root_ >= 0 ? arms_root_ : named_head;
    int carrier = Join(body_, legs_root_, upper);
    if (carrier < 0) return named;
    // A root that carries hips and spine side by side is no pelvis.
    if (claims_[carrier].part == kRoot && IsHips(legs_root_)) return legs_root_;
    if (IsSpineOverPelvis(carrier)) carrier = body_.parent(carrier);
    return PelvisBeside(carrier);
  }

  // "Body" over "Hips" and both thighs side by side: the bone called hips is where the pelvis is.
  int PelvisBeside(int carrier) const {
    if (carrier != legs_root_ || IsHips(carrier)) return carrier;
    for (const int child : body_.LiveChildren(carrier)) {
      if (claims_[child].part == kHips && claims_[child].side == 0) return child;
    }
    return carrier;
  }

  int NamedHips() const {
    for (const WordMeaning part : {kHips, kHip, kBody}) {
      const int bone = NamedCentre(body_, claims_, part, -1);
      if (bone >= 0) return bone;
    }
    return -1;
  }

  bool IsHips(int bone) const { return claims_[bone].part == kHips || claims_[bone].part == kHip; }

  // Biped rigs hang the thighs on the first spine bone; the pelvis above it stands between the thighs.
  bool IsSpineOverPelvis(int carrier) const {
    const int parent = body_.parent(carrier);
    if (parent < 0 || !body_.is_live(parent)) return false;
    if (claims_[carrier].part == kSpine && IsHips(parent)) return true;
    if (claims_[carrier].score > 0 || claims_[parent].score > 0 || !has_shoulders_ || !has_thighs_) return false;
    if (body_.rig().has_skin() && !body_.rig().is_joint(parent)) return false;
    const double own = Length(body_.position(carrier) - thighs_);
    return HeightOverThighs(carrier) > kHeightMargin * trunk_length_ &&
           Length(body_.position(parent) - thighs_) < kPelvisNearer * own;
  }

  // Hips-like bones below the thighs' carrier ("Body" over "Hips") are no spine.
  bool IsSpine(int bone) const {
    const NameClaim& claim = claims_[bone];
    if (claim.part == kHelper || claim.part == kOther || IsHips(bone)) return false;
    if (claim.part == kNeck || claim.part == kHead) return false;
    if (claim.part == kSpine) return true;
    if (!has_thighs_ || !has_shoulders_) return true;
    return HeightOverThighs(bone) > -kHeightMargin * trunk_length_;
  }

  void FillSpine(bool neck_carries_arms, Trunk& trunk) const {
    int top = trunk.neck >= 0 ? trunk.neck : trunk.head;
    if (top < 0 && !neck_carries_arms) top = arms_root_;
    if (top < 0 || trunk.hips < 0) return;
    std::vector<int> path = body_.PathDown(body_.CommonAncestor(trunk.hips, top), top);
    const bool top_is_spine = trunk.neck < 0 && trunk.head < 0;
    if (!path.empty() && !top_is_spine) path.pop_back();
    std::vector<int> spine;
    std::copy_if(path.begin(), path.end(), std::back_inserter(spine), [this](int bone) { return IsSpine(bone); });
    if (spine.empty()) return;
    if (spine.size() > 3) spine = {spine.front(), spine[spine.size() / 2], spine.back()};
    std::copy(spine.begin(), spine.end(), trunk.spine.begin());
  }

  const BodyGraph& body_;
  const Limbs& limbs_;
  const std::vector<NameClaim>& claims_;
  int arms_root_ = -1, legs_root_ = -1;
  Vec3 shoulders_{0.0}, thighs_{0.0}, up_{0.0, 1.0, 0.0};
  bool has_shoulders_ = false, has_thighs_ = false;
  double trunk_length_ = 0;
};

}  // namespace

bool ShoulderMiddle(const BodyGraph& body, const Limbs& limbs, Vec3* middle) {
  return PairMiddle(body, limbs.arm[0].bones[kArmCore], limbs.arm[1].bones[kArmCore], middle);
}

bool ThighMiddle(const BodyGraph& body, const Limbs& limbs, Vec3* middle) {
  return PairMiddle(body, limbs.leg[0].bones[kLegCore], limbs.leg[1].bones[kLegCore], middle);
}

Trunk FindTrunk(const BodyGraph& body, const Limbs& limbs, const std::vector<NameClaim>& claims) {
  return TrunkSearch(body, limbs, claims).Run();
}

}  // namespace retarget
