#pragma once
// Facts about rigs and clips, as `inspect` and `fetch` print them.

#include <string>

#include "client/ctl/common/console.h"
#include "core/clip/clip.h"
#include "core/rig/rig.h"

namespace retarget::ctl {

// Bones a skin binds.
int JointsOf(const Rig& rig);

struct ClipFacts {
  std::string name;
  double duration_s = 0, first_key_s = 0, last_key_s = 0;
  int channels = 0;
  int moving = 0;        // channels that move by the bake's own audit: > 1 degree or > 2 mm from their first key
  int bones = 0;         // bones with a channel
  int longest_keys = 0;  // keys of the longest channel
  int64_t keys = 0;      // of all channels
};

// `rig`: the rig whose bones `clip` lists in order, or null for a clip alone (moves are then measured in each bone's
// parent space).
ClipFacts DescribeClip(const Clip& clip, const Rig* rig);

Json ToJson(const ClipFacts& facts);
// One line.
std::string ToText(const ClipFacts& facts);

}  // namespace retarget::ctl
