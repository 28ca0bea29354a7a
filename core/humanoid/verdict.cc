#include "core/humanoid/verdict.h"

#include "absl/strings/str_join.h"
#include "core/base/cat.h"

namespace retarget {
namespace {

bool Has(const Profile& profile, std::string_view role) { return profile.BoneOf(role) >= 0; }

// `parts`: the two long bones and the end of a limb, without side.
bool HasLimb(const Profile& profile, const char* first, const char* second, const char* end) {
  int long_sides = 0, full_sides = 0;
  for (const char* side : {"left", "right"}) {
    if (!Has(profile, Cat(side, first)) || !Has(profile, Cat(side, second))) continue;
    ++long_sides;
    if (Has(profile, Cat(side, end))) ++full_sides;
  }
  return full_sides > 0 || long_sides == 2;
}

std::vector<std::string> MissingRoles(const Profile& profile) {
  std::vector<std::string> missing;
  if (!Has(profile, "hips")) missing.push_back("hips");
  if (!Has(profile, "head") && !Has(profile, "neck")) missing.push_back("head");
  for (const char* part : {"arm", "forearm", "hand", "upleg", "leg", "foot"}) {
    for (const char* side : {"left", "right"}) {
      if (!Has(profile, Cat(side, part))) missing.push_back(Cat(side, part));
    }
  }
  return missing;
}

}  // namespace

void JudgeRoles(HumanoidAnswer& answer) {
  const Profile& profile = answer.profile;
  answer.missing = MissingRoles(profile);
  answer.humanoid = Has(profile, "hips") && (Has(profile, "head") || Has(profile, "neck")) &&
                    HasLimb(profile, "arm", "forearm", "hand") && HasLimb(profile, "upleg", "leg", "foot");
  const std::string list = absl::StrJoin(answer.missing, ", ");
  if (!answer.humanoid) {
    answer.reason = Cat("not a humanoid: no ", list);
  } else if (answer.missing.empty()) {
    answer.reason = Cat("humanoid: hips, head, both arms and both legs found");
  } else {
    answer.reason = Cat("humanoid, without ", list);
  }
}

void JudgePosture(Posture posture, HumanoidAnswer& answer) {
  if (!answer.humanoid) return;
  if (posture == Posture::kFourLegged) {
    answer.humanoid = false;
    answer.reason = "not a humanoid: it stands on its arms as on its legs, with the trunk lying across them";
  } else if (posture == Posture::kLying) {
    answer.humanoid = false;
    answer.reason = "not a humanoid: its trunk lies across its legs";
  } else if (posture == Posture::kUnknown) {
    answer.warnings.push_back("the zero pose is no standing pose, so positions could not confirm the names");
  }
}

}  // namespace retarget
