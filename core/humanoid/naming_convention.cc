// ConventionOf: which exporter or standard a rig's names follow, by votes of its bones.

#include <algorithm>
#include <array>

#include "core/humanoid/name_claims.h"
#include "core/rig/roles.h"

namespace retarget {
namespace {

bool Has(std::string_view name, std::string_view part) { return name.find(part) != std::string_view::npos; }

bool HasAny(std::string_view name, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) { return Has(name, part); });
}

bool IsMixamo(std::string_view n) {
  return Has(n, "mixamorig") || HasAny(n, {"UpLeg", "ForeArm", "ToeBase", "HandThumb", "HandIndex", "HandPinky"});
}
bool IsVroid(std::string_view n) { return n.starts_with("J_Bip_") || n.starts_with("J_Sec_"); }
bool IsBiped(std::string_view n) { return n.starts_with("Bip0") || Has(n, "Bip01") || Has(n, "Bip001"); }
bool IsRigify(std::string_view n) { return n.starts_with("DEF-") || n.starts_with("ORG-"); }
bool IsCharacterCreator(std::string_view n) { return n.starts_with("CC_Base_"); }
bool IsDaz(std::string_view n) {
  return HasAny(n,
                {"Shldr", "Collar", "lThigh", "rThigh", "lShin", "rShin", "lForearm", "rForearm", "lHand", "rHand"}) &&
         !Has(n, "_");
}
bool IsUnreal(std::string_view n) {
  return HasAny(n, {"spine_0", "neck_0", "clavicle_", "upperarm_", "lowerarm_", "thigh_", "calf_", "ball_", "_01_",
                    "_02_", "_03_"});
}
bool IsSmpl(std::string_view n) {
  return HasAny(n, {"Left_", "Right_", "L_", "R_", "left_", "right_"}) &&
         HasAny(n, {"collar", "elbow", "wrist", "knee", "ankle", "Collar", "Elbow", "Wrist", "Knee", "Ankle"});
}
bool IsCats(std::string_view n) { return n.starts_with("Left ") || n.starts_with("Right "); }
bool IsMmd(std::string_view n) { return HasAny(n, {"左", "右", "上半身", "下半身", "センター"}); }
bool IsBlender(std::string_view n) {
  return n.ends_with(".L") || n.ends_with(".R") || n.ends_with(".l") || n.ends_with(".r");
}
bool IsVrm(std::string_view n) {
  return !n.empty() && n.front() >= 'a' && n.front() <= 'z' && !RoleFromAlias(n).empty() && !Has(n, "_");
}
bool IsUnity(std::string_view n) {
  return !n.empty() && n.front() >= 'A' && n.front() <= 'Z' && !RoleFromAlias(n).empty();
}

// Part of the understood bones that must follow a convention.
constexpr double kLeastShare = 0.2;

struct Convention {
  std::string_view name;
  bool (*matches)(std::string_view bone_name);
};

// The more telling one first: a bone votes once, ties go to the earlier line.
constexpr Convention kConventions[] = {
    {"mixamo", IsMixamo},
    {"vroid", IsVroid},
    {"biped", IsBiped},
    {"rigify", IsRigify},
    {"character-creator", IsCharacterCreator},
    {"mmd", IsMmd},
    {"cats", IsCats},
    {"smpl", IsSmpl},
    {"daz", IsDaz},
    {"unreal", IsUnreal},
    {"blender", IsBlender},
    {"vrm", IsVrm},
    {"unity", IsUnity},
};

}  // namespace

std::string ConventionOf(const Rig& rig, const std::vector<NameClaim>& claims) {
  std::array<int, std::size(kConventions)> votes{};
  int understood = 0;
  for (int bone = 0; bone < rig.num_bones(); ++bone) {
    if (claims[bone].score <= 0) continue;
    ++understood;
    for (size_t i = 0; i < votes.size(); ++i) {
      if (!kConventions[i].matches(rig.bone_names()[bone])) continue;
      ++votes[i];
      break;
    }
  }
  if (understood == 0) return "geometry";
  const auto best = std::max_element(votes.begin(), votes.end());
  return *best < kLeastShare * understood ? "names" : std::string(kConventions[best - votes.begin()].name);
}

}  // namespace retarget
