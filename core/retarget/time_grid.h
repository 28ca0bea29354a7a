#pragma once
// The times a bake has keys at.

#include <vector>

#include "absl/status/statusor.h"
#include "core/clip/clip.h"

namespace retarget {

// More keys than this are refused: a bake of an hour at 120 Hz has 432,000.
inline constexpr size_t kMaxGridKeys = 500000;

struct TimeGrid {
  std::vector<float> times_s;  // strictly increasing; first and last are the clip's first and last key
  // Every channel that moves is STEP: the output is STEP too. Otherwise a step in the source becomes two keys one float
  // apart, so that linear output jumps where the source jumps.
  bool step = false;
};

// Union of the key times of the channels whose bone is marked in `relevant` (indexed by rig bone through `rig_bone`),
// plus the first and last key of the whole clip. kInvalidArgument over kMaxGridKeys or for a clip without keys.
absl::StatusOr<TimeGrid> UnionGrid(const Clip& clip, const std::vector<int>& rig_bone,
                                   const std::vector<bool>& relevant);

// Keys at a fixed rate from the first key on; the last key is exact. rate_hz > 0.
absl::StatusOr<TimeGrid> FixedRateGrid(const Clip& clip, double rate_hz);

}  // namespace retarget
