#pragma once
// The top of the trunk: neck and head.

#include "core/humanoid/body_graph.h"
#include "core/humanoid/limbs.h"
#include "core/humanoid/name_claims.h"

namespace retarget {

struct HeadAndNeck {
  int neck = -1;
  int head = -1;
};

// Looks from the bone that carries the arms up along the middle of the body. Shares the inputs of trunk.cc: `up` points
// from thighs to shoulders, `trunk_length` is their distance (0 where unknown).
class HeadSearch {
 public:
  HeadSearch(const BodyGraph& body, const Limbs& limbs, const std::vector<NameClaim>& claims, int arms_root,
             const Vec3& up, double trunk_length)
      : body_(body), limbs_(limbs), claims_(claims), arms_root_(arms_root), up_(up), trunk_length_(trunk_length) {}

  // `named_head` is -1 where no name says head.
  HeadAndNeck Run(int named_head, bool neck_carries_arms) const;

 private:
  HeadAndNeck BelowNamed(int head, bool neck_carries_arms) const;
  HeadAndNeck FromShape(bool neck_carries_arms) const;
  std::vector<int> ChainUp() const;
  bool CarriesLimb(int bone) const;
  int NextUp(int bone) const;
  bool LimbsEndInTips() const;
  bool LastIsTip(const std::vector<int>& chain) const;
  bool IsHelper(int bone) const;

  const BodyGraph& body_;
  const Limbs& limbs_;
  const std::vector<NameClaim>& claims_;
  int arms_root_;
  Vec3 up_;
  double trunk_length_;
};

}  // namespace retarget
