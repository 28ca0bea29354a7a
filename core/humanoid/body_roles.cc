#include "core/humanoid/body_roles.h"

#include <string>

#include "core/base/cat.h"
#include "core/humanoid/fingers.h"

namespace retarget {
namespace {

void Put(std::string_view role, int bone, Profile& profile) {
  // The first role a bone gets is the one of the larger part: a hand that is also a finger stays a hand.
  if (bone >= 0 && profile.RoleOf(bone).empty()) profile.Set(role, bone);
}

void PutTrunk(const Trunk& trunk, Profile& profile) {
  Put("hips", trunk.hips, profile);
  Put("spine", trunk.spine[0], profile);
  Put("spine1", trunk.spine[1], profile);
  Put("spine2", trunk.spine[2], profile);
  Put("neck", trunk.neck, profile);
  Put("head", trunk.head, profile);
}

void PutLimbs(const Limbs& limbs, Profile& profile) {
  for (int side = 0; side < 2; ++side) {
    for (int i = 0; i < 4; ++i) {
      Put(ArmRole(side, i), limbs.arm[side].bones[i], profile);
      Put(LegRole(side, i), limbs.leg[side].bones[i], profile);
    }
  }
}

// `left_sign` is what names call the body's left: 1, or -1 where they have the sides swapped.
void PutFace(const BodyGraph& body, const std::vector<NameClaim>& claims, int left_sign, int head, Profile& profile) {
  for (const int bone : body.rig().order()) {
    const NameClaim& claim = claims[bone];
    if (claim.score <= 0 || !body.IsAbove(head, bone)) continue;
    if (claim.part == WordMeaning::kJaw && profile.BoneOf("jaw") < 0) Put("jaw", bone, profile);
    if (claim.part != WordMeaning::kEye || claim.side == 0) continue;
    const char* role = claim.side == left_sign ? "lefteye" : "righteye";
    if (profile.BoneOf(role) < 0) Put(role, bone, profile);
  }
}

// +1 or -1: the side most names give to limb 0.
int LeftSign(const Limbs& limbs, const std::vector<NameClaim>& claims) {
  int sum = 0;
  for (const std::array<Limb, 2>* pair : {&limbs.arm, &limbs.leg}) {
    for (int i = 0; i < 4; ++i) {
      if ((*pair)[0].bones[i] >= 0) sum += claims[(*pair)[0].bones[i]].side;
      if ((*pair)[1].bones[i] >= 0) sum -= claims[(*pair)[1].bones[i]].side;
    }
  }
  return sum < 0 ? -1 : 1;
}

}  // namespace

Profile RolesOf(const BodyGraph& body, const Limbs& limbs, const std::vector<NameClaim>& claims) {
  Profile profile;
  PutLimbs(limbs, profile);
  const Trunk trunk = FindTrunk(body, limbs, claims);
  PutTrunk(trunk, profile);
  for (int side = 0; side < 2; ++side) {
    for (const FingerBone& finger : FindFingers(body, limbs.arm[side], claims)) {
      Put(Cat(side == 0 ? "left" : "right", finger.role), finger.bone, profile);
    }
  }
  PutFace(body, claims, LeftSign(limbs, claims), trunk.head, profile);
  return profile;
}

}  // namespace retarget
