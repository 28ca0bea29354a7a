#pragma once
// What is in a clip, for people: one row per channel.

#include <string>
#include <vector>

#include "core/clip/clip.h"

namespace retarget {

struct ClipTableRow {
  std::string bone;
  int bone_index = 0;
  Path path = Path::kRotation;
  Interpolation interpolation = Interpolation::kLinear;
  size_t num_keys = 0;
  double first_s = 0.0, last_s = 0.0;  // time of the first and last key
  bool moves = false;                  // see channel_motion.h
};

// One row per channel, by bone, then path. Needs a clip that passes ValidateClip.
std::vector<ClipTableRow> MakeClipTable(const Clip& clip);

// Columns aligned with spaces, a heading, one line per row.
std::string ClipTableText(const std::vector<ClipTableRow>& rows);

// A JSON array of { bone, index, path, interpolation, keys, first, last, moves }.
std::string ClipTableJson(const std::vector<ClipTableRow>& rows);

// The names of the bones the channels drive, each bone once, in order of first use.
std::vector<std::string> DrivenBoneNames(const Clip& clip);

}  // namespace retarget
