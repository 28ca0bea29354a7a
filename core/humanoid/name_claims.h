#pragma once
// What the name of each bone claims it to be. Names may lie: claims are evidence, not answers.

#include <string>
#include <vector>

#include "core/humanoid/word_table.h"
#include "core/rig/rig.h"

namespace retarget {

struct NameClaim {
  WordMeaning part = WordMeaning::kUnknown;  // the body part; kHelper, kOther, kRoot or kUnknown where it is none
  int side = 0;                              // +1 left, -1 right, 0 not said
  std::vector<int> numbers;                  // "Finger21" -> {21}, "Finger_1_2" -> {1, 2}
  bool metacarpal = false;                   // a finger's bone inside the palm
  double score = 0;                          // 0..1; 1: every word of the name is understood
};

// One claim per bone. A word that most bones share as their first (a character's name) is ignored.
std::vector<NameClaim> ClaimsFromNames(const Rig& rig);

// Claims that say nothing, for working from the shape alone.
std::vector<NameClaim> NoClaims(const Rig& rig);

bool IsFinger(WordMeaning part);

// The naming convention most bones follow: "mixamo", "vrm", "vroid", "unreal", "unity", "biped", "rigify", "blender",
// "daz", "character-creator", "smpl", "cats", "mmd"; "names" where names are understood but follow none of these;
// "geometry" where names say nothing.
std::string ConventionOf(const Rig& rig, const std::vector<NameClaim>& claims);

}  // namespace retarget
