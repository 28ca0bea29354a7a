#include "core/humanoid/name_claims.h"

#include <algorithm>
#include <map>

#include "core/humanoid/name_words.h"

namespace retarget {
namespace {

using enum WordMeaning;

// A word nobody explained halves nothing but makes a cleaner name win.
constexpr double kUnknownWordCost = 0.35;
constexpr double kLeastScore = 0.2;
// A number on a limb bone hints at a copy or a half limb ("upper_arm.L.001").
constexpr double kNumberCost = 0.05;
// Share of bones that must begin with one word for it to be the character's name.
constexpr double kSharedPrefix = 0.6;

std::string SharedPrefix(const std::vector<NameWords>& names) {
  std::map<std::string, int> counts;
  int named = 0;
  for (const NameWords& name : names) {
    if (name.words.empty()) continue;
    ++named;
    ++counts[name.words.front()];
  }
  for (const auto& [word, count] : counts) {
    if (count > 1 && count >= kSharedPrefix * named && MeaningOf(word) == kUnknown) return word;
  }
  return "";
}

WordMeaning Qualified(WordMeaning part, bool upper, bool lower) {
  if (part == kArm) return lower ? kForearm : upper ? kUpperArm : kArm;
  if (part == kLeg) return lower ? kShin : upper ? kThigh : kLeg;
  return part;
}

// Of several parts in a name the last one counts ("LeftHandThumb1"), except that a finger beats what it grows from.
WordMeaning Combined(WordMeaning before, WordMeaning next) {
  if (before == kUnknown) return next;
  const bool toe_finger = (before == kToe && IsFinger(next)) || (IsFinger(before) && next == kToe);
  if (toe_finger) return kOther;
  if (IsFinger(before) && (next == kFinger || !IsFinger(next))) return before;
  if (before == kJaw && next == kRoot) return kJaw;
  return next;
}

bool NumberIsUsual(WordMeaning part) { return IsFinger(part) || part == kSpine || part == kNeck || part == kToe; }

NameClaim ClaimOf(const NameWords& name, std::string_view ignored_prefix) {
  NameClaim claim;
  claim.side = name.side;
  claim.numbers = name.numbers;
  bool upper = false, lower = false, helper = false, twist = false, other = false;
  int unknown = 0;
  for (size_t i = 0; i < name.words.size(); ++i) {
    const std::string& word = name.words[i];
    const WordMeaning meaning = MeaningOf(word);
    if (i == 0 && word == ignored_prefix) continue;
    if (meaning == kUnknown) ++unknown;
    if (meaning == kUpper) upper = true;
    if (meaning == kLower) lower = true;
    if (meaning == kHelper) (word == "twist" ? twist : helper) = true;
    if (meaning == kOther) other = true;
    if (meaning == kMetacarpal) claim.metacarpal = true;
    if (meaning >= kHips && meaning != kMetacarpal && meaning != kPhalanx) claim.part = Combined(claim.part, meaning);
  }
  claim.part = Qualified(claim.part, upper, lower);
  // Character Creator's neck is called NeckTwist; every other twist bone is a helper.
  if (helper || (twist && claim.part != kNeck)) claim.part = kHelper;
  if (other && claim.part != kHelper) claim.part = kOther;
  claim.score = std::max(kLeastScore, 1.0 - kUnknownWordCost * unknown);
  if (!claim.numbers.empty() && !NumberIsUsual(claim.part)) claim.score -= kNumberCost;
  if (claim.part == kUnknown || claim.part == kHelper || claim.part == kOther) claim.score = 0;
  return claim;
}

}  // namespace

bool IsFinger(WordMeaning part) {
  return part == kThumb || part == kIndex || part == kMiddle || part == kRing || part == kPinky || part == kFinger;
}

std::vector<NameClaim> ClaimsFromNames(const Rig& rig) {
  std::vector<NameWords> names;
  names.reserve(rig.bone_names().size());
  for (const std::string& name : rig.bone_names()) names.push_back(SplitName(name));
  const std::string prefix = SharedPrefix(names);
  std::vector<NameClaim> claims;
  claims.reserve(names.size());
  for (const NameWords& name : names) claims.push_back(ClaimOf(name, prefix));
  for (int bone = 0; bone < rig.num_bones(); ++bone) {
    // The FBX importer's pivot nodes carry the bone's whole name.
    if (rig.bone_names()[bone].find("$AssimpFbx$") != std::string::npos) claims[bone] = {.part = kHelper};
  }
  return claims;
}

std::vector<NameClaim> NoClaims(const Rig& rig) { return std::vector<NameClaim>(rig.num_bones()); }

}  // namespace retarget
