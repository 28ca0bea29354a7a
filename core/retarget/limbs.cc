#include "core/retarget/limbs.h"

#include <utility>

namespace retarget {

const std::array<Limb, 4>& Limbs() {
  static const Vec3 kLeft(1, 0, 0), kRight(-1, 0, 0), kDown(0, -1, 0);
  static const std::array<Limb, 4> limbs = {{
      {{"leftarm", "leftforearm", kLeft}, {"leftforearm", "lefthand", kLeft}, "lefthand", "lefthand", false},
      {{"rightarm", "rightforearm", kRight}, {"rightforearm", "righthand", kRight}, "righthand", "righthand", false},
      {{"leftupleg", "leftleg", kDown}, {"leftleg", "leftfoot", kDown}, "leftfoot", "lefttoe", true},
      {{"rightupleg", "rightleg", kDown}, {"rightleg", "rightfoot", kDown}, "rightfoot", "righttoe", true},
  }};
  return limbs;
}

std::string_view LimbParentRole(std::string_view role) {
  static constexpr std::pair<std::string_view, std::string_view> kParents[] = {
      {"leftforearm", "leftarm"},    {"lefthand", "leftforearm"}, {"rightforearm", "rightarm"},
      {"righthand", "rightforearm"}, {"leftupleg", "hips"},       {"leftleg", "leftupleg"},
      {"leftfoot", "leftleg"},       {"lefttoebase", "leftfoot"}, {"rightupleg", "hips"},
      {"rightleg", "rightupleg"},    {"rightfoot", "rightleg"},   {"righttoebase", "rightfoot"}};
  for (const auto& [child, parent] : kParents) {
    if (child == role) return parent;
  }
  return {};
}

bool IsFootRole(std::string_view role) {
  return role == "leftfoot" || role == "rightfoot" || role == "lefttoebase" || role == "righttoebase";
}

}  // namespace retarget
