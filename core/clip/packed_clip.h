#pragma once
// A clip as channel records over two flat runs of little-endian f32: what zanim stores and what an engine binds.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/clip/clip.h"

namespace retarget {

// Offsets and counts are in floats (elements), not bytes.
struct PackedChannel {
  int bone = 0;  // index into bone_names; without bone_names any number of at least 0 that stands for a bone
  Path path = Path::kRotation;
  Interpolation interpolation = Interpolation::kLinear;
  uint32_t key_offset = 0;    // first key time in `times`; channels may share times
  uint32_t key_count = 0;     // keys
  uint32_t value_offset = 0;  // first value in `values`; channels never share values
};

struct PackedClip {
  std::string name;
  double duration_s = 0.0;
  std::vector<PackedChannel> channels;
  std::string times;   // f32, little-endian: seconds
  std::string values;  // f32, little-endian: key_count * Channel::Stride() per channel
  // May be empty: the bones are then called bone_0, bone_1, ... in order of first use by the channels.
  std::vector<std::string> bone_names;
};

// The one packing of a clip: channels by bone, then path; their values in that order without gaps; each run of times
// once, where the first channel that uses it needs it. Needs a clip that passes ValidateClip.
PackedClip PackClip(const Clip& clip);

// kInvalidArgument naming the channel: a path or interpolation that does not exist, keys or values outside the runs,
// channels that need more values than there are, a buffer that is not whole floats, and all ValidateClip finds.
absl::StatusOr<Clip> UnpackClip(const PackedClip& packed);

}  // namespace retarget
