#include "core/humanoid/side_check.h"

#include <algorithm>
#include <cmath>

#include "core/humanoid/fingers.h"
#include "core/humanoid/trunk.h"
#include "core/math/quaternion.h"

namespace retarget {
namespace {

using enum WordMeaning;

// Weights of the witnesses. Toes and foot markers always point forward; knees and elbows bend one way only but are
// often drawn straight; thumbs point forward in T and A poses.
constexpr double kToeWeight = 3.0;
constexpr double kKneeWeight = 2.0;
constexpr double kEyeWeight = 2.0;
constexpr double kThumbWeight = 1.0;
constexpr double kElbowWeight = 0.5;
// A toe must lie this part of its bone's length ahead; a joint must bend by this part of the limb's length for its full
// weight (2 % is a bend of about 5 degrees).
constexpr double kLeastAhead = 0.2;
constexpr double kFullBend = 0.02;
// Below this part of the limb's length the joint is drawn straight.
constexpr double kLeastBend = 0.005;
// Cosine of thigh or arm direction against the trunk.
constexpr double kUprightCosine = 0.5;
constexpr double kAlikeCosine = 0.5;
constexpr double kLyingCosine = 0.35;
constexpr double kOppositeCosine = -0.2;

class Witnesses {
 public:
  Witnesses(const BodyGraph& body, const Limbs& limbs, const std::vector<NameClaim>& claims, const Vec3& forward)
      : body_(body), limbs_(limbs), claims_(claims), forward_(forward) {}

  double Sum() const {
    double votes = 0;
    for (int side = 0; side < 2; ++side) {
      const Limb& leg = limbs_.leg[side];
      const Limb& arm = limbs_.arm[side];
      votes += FootVote(leg);
      votes += kKneeWeight * Bend(leg.bones[0], leg.bones[1], FootPlace(leg));
      votes -= kElbowWeight * Bend(arm.bones[1], arm.bones[2], arm.bones[3]);
      votes += ThumbVote(arm);
    }
    return votes + EyeVote();
  }

 private:
  double Ahead(int from, int to) const { return glm::dot(body_.position(to) - body_.position(from), forward_); }

  // The foot bone, or for a leg cut off above it whatever marks the shin's end.
  int FootPlace(const Limb& leg) const {
    if (leg.bones[2] >= 0 || leg.bones[1] < 0) return leg.bones[2];
    const std::vector<int>& below = body_.children(leg.bones[1]);
    return below.empty() ? -1 : below.front();
  }

  double FootVote(const Limb& leg) const {
    if (leg.bones[2] < 0) return 0;
    int ahead = leg.bones[3];
    if (ahead < 0) {
      double furthest = 0;
      for (const int child : body_.children(leg.bones[2])) {
        if (body_.Distance(leg.bones[2], child) > furthest)
          ahead = child, furthest = body_.Distance(leg.bones[2], child);
      }
    }
    if (ahead < 0) return 0;
    const double length = body_.Distance(leg.bones[2], ahead);
    // A marker further away than the shin is long belongs to a mesh, not to the foot.
    if (length <= kTinyLength || (leg.bones[1] >= 0 && length > body_.Distance(leg.bones[1], leg.bones[2]) * 1.5))
      return 0;
    const double part = Ahead(leg.bones[2], ahead) / length;
    return std::fabs(part) < kLeastAhead ? 0 : std::copysign(kToeWeight, part);
  }

  // How far the middle joint stands before the line from a to c, in [-1, 1].
  double Bend(int a, int middle, int c) const {
    if (a < 0 || middle < 0 || c < 0) return 0;
    const Vec3 line = body_.position(c) - body_.position(a), half = body_.position(middle) - body_.position(a);
    const double length = Length(line);
    if (length <= kTinyLength) return 0;
    const double off = glm::dot(half - line * (glm::dot(half, line) / (length * length)), forward_) / length;
    return std::fabs(off) < kLeastBend ? 0 : std::clamp(off / kFullBend, -1.0, 1.0);
  }

  // The thumb leads the other fingers where the palm faces down.
  double ThumbVote(const Limb& arm) const {
    const std::vector<FingerBone> fingers = FindFingers(body_, arm, claims_);
    const int hand = arm.bones[3] >= 0 ? arm.bones[3] : arm.bones[2];
    const FingerBone* thumb = nullptr;
    int others = 0;
    double others_ahead = 0;
    for (const FingerBone& finger : fingers) {
      if (!finger.role.ends_with("1")) continue;
      if (finger.role == "handthumb1") {
        thumb = &finger;
      } else {
        others_ahead += Ahead(hand, finger.bone), ++others;
      }
    }
    if (thumb == nullptr || others == 0) return 0;
    const double lead = Ahead(hand, thumb->bone) - others_ahead / others;
    if (std::fabs(lead) < kLeastBend * body_.Distance(arm.bones[2], thumb->bone)) return 0;
    return std::copysign(thumb->by_name ? kThumbWeight : kThumbWeight / 2, lead);
  }

  double EyeVote() const {
    double ahead = 0;
    for (int bone = 0; bone < body_.size(); ++bone) {
      const int parent = body_.parent(bone);
      if (claims_[bone].part == kEye && parent >= 0 && claims_[parent].part == kHead) ahead += Ahead(parent, bone);
    }
    return std::fabs(ahead) < kFullBend * body_.extent() ? 0 : std::copysign(kEyeWeight, ahead);
  }

  const BodyGraph& body_;
  const Limbs& limbs_;
  const std::vector<NameClaim>& claims_;
  Vec3 forward_;
};

// From limb 1 to limb 0 where they join the trunk: further out the limbs may be in mid-stride.
Vec3 AcrossBody(const BodyGraph& body, const std::array<Limb, 2>& pair, int core) {
  const int a = pair[0].bones[core], b = pair[1].bones[core];
  return a < 0 || b < 0 ? Vec3(0.0) : body.position(a) - body.position(b);
}

// Direction of a limb from its first long bone to its lowest bone of the first three; zero when unknown.
Vec3 DirectionOf(const BodyGraph& body, const Limb& limb, int core) {
  if (!limb.HasLongBones(core)) return Vec3(0.0);
  const int end = limb.bones[core + 2] >= 0 ? limb.bones[core + 2] : limb.bones[core + 1];
  return UnitOr(body.position(end) - body.position(limb.bones[core]), Vec3(0.0));
}

}  // namespace

SideVote VoteSides(const BodyGraph& body, const Limbs& limbs, const std::vector<NameClaim>& claims) {
  SideVote vote;
  Vec3 shoulders, thighs;
  if (!ShoulderMiddle(body, limbs, &shoulders) || !ThighMiddle(body, limbs, &thighs)) return vote;
  vote.up = UnitOr(shoulders - thighs, vote.up);
  Vec3 across = AcrossBody(body, limbs.arm, kArmCore) + AcrossBody(body, limbs.leg, kLegCore);
  across -= vote.up * glm::dot(across, vote.up);
  if (Length(across) < kFullBend * body.extent()) return vote;
  vote.lateral = UnitOr(across, vote.lateral);
  vote.votes = Witnesses(body, limbs, claims, glm::cross(vote.lateral, vote.up)).Sum();
  return vote;
}

Posture PostureOf(const BodyGraph& body, const Limbs& limbs) {
  Vec3 shoulders, thighs;
  if (!ShoulderMiddle(body, limbs, &shoulders) || !ThighMiddle(body, limbs, &thighs)) return Posture::kUnknown;
  const Vec3 trunk = UnitOr(shoulders - thighs, Vec3(0.0));
  const Vec3 legs[] = {DirectionOf(body, limbs.leg[0], kLegCore), DirectionOf(body, limbs.leg[1], kLegCore)};
  const Vec3 arms[] = {DirectionOf(body, limbs.arm[0], kArmCore), DirectionOf(body, limbs.arm[1], kArmCore)};
  if (glm::dot(legs[0], legs[1]) < kOppositeCosine) return Posture::kUnknown;
  const Vec3 down = UnitOr(legs[0] + legs[1], Vec3(0.0));
  if (glm::dot(-down, trunk) >= kUprightCosine) return Posture::kUpright;
  const Vec3 arm = UnitOr(arms[0] + arms[1], Vec3(0.0));
  const bool arms_alike = glm::dot(arms[0], arms[1]) > kAlikeCosine;
  if (arms_alike && glm::dot(arm, down) > kAlikeCosine) return Posture::kFourLegged;
  const bool lies = glm::dot(-down, trunk) < kLyingCosine && glm::dot(legs[0], legs[1]) > kAlikeCosine;
  return lies && body.rig().has_skin() ? Posture::kLying : Posture::kUnknown;
}

}  // namespace retarget
