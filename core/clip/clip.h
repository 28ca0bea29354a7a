#pragma once
// A clip: a named set of channels, each the keys of one bone's translation, rotation or scale.

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"

namespace retarget {

// Numbers are stored in files: never change them.
enum class Path : int { kTranslation = 0, kRotation = 1, kScale = 2 };
enum class Interpolation : int { kLinear = 0, kStep = 1, kCubicSpline = 2 };

std::string_view PathName(Path path);                    // "Translation", "Rotation", "Scale"
std::string_view InterpolationName(Interpolation mode);  // "Linear", "Step", "CubicSpline"

// Floats per value: 3 for translation and scale, 4 for rotation (x, y, z, w).
int ComponentsOf(Path path);

struct Channel {
  int bone = 0;  // index into Clip::bone_names
  Path path = Path::kRotation;
  Interpolation interpolation = Interpolation::kLinear;
  std::vector<float> times;   // seconds, strictly increasing, at least one
  std::vector<float> values;  // times.size() * ComponentsOf(path), times 3 for cubic: in-tangent, value, out-tangent

  // Floats per key, tangents included.
  int Stride() const { return ComponentsOf(path) * (interpolation == Interpolation::kCubicSpline ? 3 : 1); }
  friend bool operator==(const Channel&, const Channel&) = default;
};

struct Clip {
  std::string name;
  // The bones the channels speak of. A clip read together with its rig lists every bone of the rig in rig order, so
  // that bones of one name stay apart; other clips list at least the bones they animate.
  std::vector<std::string> bone_names;
  std::vector<Channel> channels;
  // End of the clip in seconds, measured from time 0 (not from the first key): at least the last key time.
  double duration_s = 0.0;
  friend bool operator==(const Clip&, const Clip&) = default;
};

// How messages name a channel: `channel 3 (rotation of "Hips")`.
std::string ChannelLabel(size_t index, const Channel& channel, absl::Span<const std::string> bone_names);

// The time of the first and last key over all channels; 0, 0 for a clip without keys.
struct TimeSpan {
  double start_s = 0.0, end_s = 0.0;
};
TimeSpan KeySpan(const Clip& clip);

// Orders channels by bone, then path, so that equal content has one order.
void SortChannels(Clip& clip);

// OK, or kInvalidArgument listing every problem found (at most 20), each naming the channel ("channel 3 (rotation of
// "Hips")") and the key: a bone out of range, two channels for one bone and path, no keys, value count not matching the
// key count, a value that is not finite, a zero rotation, times not strictly increasing or negative, a duration before
// the last key.
absl::Status ValidateClip(const Clip& clip);

}  // namespace retarget
