#include "core/rig/roles.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "core/base/cat.h"

namespace retarget {
namespace {

constexpr std::string_view kBodyRoles[] = {
    "hips",        "spine",       "spine1",        "spine2",   "neck",         "head",        "leftshoulder", "leftarm",
    "leftforearm", "lefthand",    "rightshoulder", "rightarm", "rightforearm", "righthand",   "leftupleg",    "leftleg",
    "leftfoot",    "lefttoebase", "rightupleg",    "rightleg", "rightfoot",    "righttoebase"};

constexpr std::string_view kExtraRoles[] = {
    "jaw",
    "lefteye",
    "lefthandindex1",
    "lefthandindex2",
    "lefthandindex3",
    "lefthandmiddle1",
    "lefthandmiddle2",
    "lefthandmiddle3",
    "lefthandpinky1",
    "lefthandpinky2",
    "lefthandpinky3",
    "lefthandring1",
    "lefthandring2",
    "lefthandring3",
    "lefthandthumb1",
    "lefthandthumb2",
    "lefthandthumb3",
    "righteye",
    "righthandindex1",
    "righthandindex2",
    "righthandindex3",
    "righthandmiddle1",
    "righthandmiddle2",
    "righthandmiddle3",
    "righthandpinky1",
    "righthandpinky2",
    "righthandpinky3",
    "righthandring1",
    "righthandring2",
    "righthandring3",
    "righthandthumb1",
    "righthandthumb2",
    "righthandthumb3",
    "root",
};

struct Alias {
  std::string_view spelling;  // lower case, no separators, no side
  std::string_view role;      // without side
};

constexpr Alias kCentralAliases[] = {
    {"hips", "hips"},    {"pelvis", "hips"},    {"spine", "spine"},   {"spine01", "spine"},     {"spine1", "spine1"},
    {"chest", "spine1"}, {"spine02", "spine1"}, {"spine2", "spine2"}, {"upperchest", "spine2"}, {"spine03", "spine2"},
    {"neck", "neck"},    {"neck01", "neck"},    {"head", "head"},     {"jaw", "jaw"},           {"root", "root"},
};

constexpr Alias kSidedAliases[] = {
    {"shoulder", "shoulder"}, {"clavicle", "shoulder"}, {"arm", "arm"},         {"upperarm", "arm"},
    {"forearm", "forearm"},   {"lowerarm", "forearm"},  {"hand", "hand"},       {"upleg", "upleg"},
    {"upperleg", "upleg"},    {"thigh", "upleg"},       {"leg", "leg"},         {"lowerleg", "leg"},
    {"calf", "leg"},          {"foot", "foot"},         {"toebase", "toebase"}, {"toes", "toebase"},
    {"ball", "toebase"},      {"eye", "eye"},
};

constexpr Alias kFingers[] = {
    {"thumb", "thumb"}, {"index", "index"}, {"middle", "middle"},
    {"ring", "ring"},   {"pinky", "pinky"}, {"little", "pinky"},
};

std::string_view Find(absl::Span<const Alias> table, std::string_view spelling) {
  for (const Alias& alias : table) {
    if (alias.spelling == spelling) return alias.role;
  }
  return {};
}

bool IsSeparator(char c) { return c == '_' || c == '.' || c == '-' || c == ' '; }

// Takes "left" or "right" off a lower-case spelling ("left...", "..._l", "..._left"); empty when it has no side.
std::string_view TakeSide(std::string_view& text) {
  constexpr std::pair<std::string_view, std::string_view> kSides[] = {{"left", "l"}, {"right", "r"}};
  for (const auto& [word, letter] : kSides) {
    if (text.substr(0, word.size()) == word) {
      text.remove_prefix(word.size());
      return word;
    }
    for (std::string_view tail : {word, letter}) {
      const size_t stem = text.size() - std::min(text.size(), tail.size());
      if (stem > 1 && text.substr(stem) == tail && IsSeparator(text[stem - 1])) {
        text = text.substr(0, stem - 1);
        return word;
      }
    }
  }
  return {};
}

// "thumbproximal", "index01", "handindex1" -> "handindex1"; empty when it is no finger.
std::string FingerRole(std::string_view text, ThumbNaming thumbs) {
  if (text.substr(0, 4) == "hand") text.remove_prefix(4);
  for (const Alias& finger : kFingers) {
    if (text.substr(0, finger.spelling.size()) != finger.spelling) continue;
    const std::string_view part = text.substr(finger.spelling.size());
    const bool three_named = finger.role == "thumb" && thumbs == ThumbNaming::kFromMetacarpal;
    const std::string_view parts[3][4] = {
        {"1", "01", three_named ? "" : "proximal", finger.role == "thumb" ? "metacarpal" : ""},
        {"2", "02", "intermediate", three_named ? "proximal" : ""},
        {"3", "03", "distal", ""}};
    for (int i = 0; i < 3; ++i) {
      for (std::string_view name : parts[i]) {
        if (!name.empty() && part == name) return Cat("hand", finger.role, i + 1);
      }
    }
  }
  return {};
}

}  // namespace

absl::Span<const std::string_view> BodyRoles() { return kBodyRoles; }
absl::Span<const std::string_view> ExtraRoles() { return kExtraRoles; }

bool IsKnownRole(std::string_view role) {
  return std::find(std::begin(kBodyRoles), std::end(kBodyRoles), role) != std::end(kBodyRoles) ||
         std::binary_search(std::begin(kExtraRoles), std::end(kExtraRoles), role);
}

bool RoleLess(std::string_view a, std::string_view b) {
  const auto rank = [](std::string_view role) {
    return std::find(std::begin(kBodyRoles), std::end(kBodyRoles), role) - std::begin(kBodyRoles);
  };
  return std::pair(rank(a), a) < std::pair(rank(b), b) && a != b;
}

std::string RoleFromAlias(std::string_view spelling, ThumbNaming thumbs) {
  const std::string lower = absl::AsciiStrToLower(absl::string_view(spelling.data(), spelling.size()));
  std::string_view stem = lower;
  const std::string_view side = TakeSide(stem);
  std::string bare;
  std::copy_if(stem.begin(), stem.end(), std::back_inserter(bare), [](char c) { return !IsSeparator(c); });
  if (side.empty()) return std::string(Find(kCentralAliases, bare));
  std::string role(Find(kSidedAliases, bare));
  if (role.empty()) role = FingerRole(bare, thumbs);
  return role.empty() ? role : Cat(side, role);
}

ThumbNaming ThumbNamingOf(absl::Span<const std::string> spellings) {
  const bool metacarpal = std::any_of(spellings.begin(), spellings.end(), [](const std::string& spelling) {
    return absl::StrContains(absl::AsciiStrToLower(spelling), "metacarpal") &&
           absl::EndsWith(RoleFromAlias(spelling), "thumb1");
  });
  return metacarpal ? ThumbNaming::kFromMetacarpal : ThumbNaming::kFromProximal;
}

std::string MirroredRole(std::string_view role) {
  switch (SideOfRole(role)) {
    case 1:
      return Cat("right", role.substr(4));
    case -1:
      return Cat("left", role.substr(5));
    default:
      return std::string(role);
  }
}

int SideOfRole(std::string_view role) {
  if (role.substr(0, 4) == "left") return 1;
  return role.substr(0, 5) == "right" ? -1 : 0;
}

}  // namespace retarget
