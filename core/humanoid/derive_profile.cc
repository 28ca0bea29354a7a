#include "core/humanoid/derive_profile.h"

#include <algorithm>

#include "core/base/cat.h"
#include "core/base/text.h"
#include "core/humanoid/body_roles.h"
#include "core/humanoid/evidence.h"
#include "core/humanoid/limb_choice.h"
#include "core/humanoid/shape_limbs.h"
#include "core/humanoid/side_check.h"
#include "core/humanoid/verdict.h"

namespace retarget {
namespace {

// Below this name score a role stands on its shape.
constexpr double kNamedScore = 0.1;

void WarnAboutHips(const BodyGraph& body, const Limbs& limbs, HumanoidAnswer& answer) {
  const int left = limbs.leg[0].TopBone(), right = limbs.leg[1].TopBone();
  const int carrier = body.CommonAncestor(left, right), hips = answer.profile.BoneOf("hips");
  if (carrier < 0 || hips < 0 || carrier == hips) return;
  answer.warnings.push_back(Cat("the thighs hang on ", Quoted(body.rig().bone_names()[carrier]), ", not on the hips ",
                                Quoted(body.rig().bone_names()[hips])));
}

HumanoidAnswer FromProfile(const Rig& rig, const Profile& profile) {
  HumanoidAnswer answer;
  answer.profile = profile;
  answer.profile.bone_count = rig.num_bones();
  const std::vector<NameClaim> claims = ClaimsFromNames(rig);
  answer.evidence = EvidenceOf(rig, profile, claims, {});
  JudgeRoles(answer);
  return answer;
}

bool NamesDecide(const HumanoidAnswer& answer) {
  const auto named = std::count_if(answer.evidence.begin(), answer.evidence.end(),
                                   [](const RoleEvidence& e) { return e.name_score >= kNamedScore; });
  return 2 * named >= static_cast<std::ptrdiff_t>(answer.evidence.size());
}

}  // namespace

HumanoidAnswer DeriveProfile(const Rig& rig) {
  const BodyGraph body(rig);
  const std::vector<NameClaim> claims = ClaimsFromNames(rig);
  const Limbs named = LimbsFromNames(body, claims);
  const std::optional<Limbs> shaped = LimbsFromShape(body);

  HumanoidAnswer answer;
  const Limbs limbs = ChooseLimbs(body, claims, named, shaped, answer.warnings);
  answer.profile = RolesOf(body, limbs, claims);
  Opinions opinions{.by_names = RolesOf(body, named, claims), .limbs = limbs};
  if (shaped.has_value()) opinions.by_shape = RolesOf(body, SidedByShape(body, *shaped), NoClaims(rig));
  answer.evidence = EvidenceOf(rig, answer.profile, claims, opinions);
  answer.profile.base = NamesDecide(answer) ? ConventionOf(rig, claims) : "geometry";
  answer.profile.bone_count = rig.num_bones();

  WarnAboutHips(body, limbs, answer);
  JudgeRoles(answer);
  JudgePosture(PostureOf(body, limbs), answer);
  return answer;
}

HumanoidAnswer ResolveProfile(const Rig& rig) {
  return rig.profile().has_value() ? FromProfile(rig, *rig.profile()) : DeriveProfile(rig);
}

}  // namespace retarget
