#include "core/retarget/time_grid.h"

#include <algorithm>
#include <cmath>

#include "core/base/cat.h"
#include "core/base/text.h"

namespace retarget {
namespace {

absl::Status CheckSize(const Clip& clip, double keys) {
  if (clip.channels.empty()) {
    return absl::InvalidArgumentError(
        Cat("clip ", Quoted(clip.name), " has no channels: there is nothing to retarget"));
  }
  if (keys > static_cast<double>(kMaxGridKeys)) {
    return absl::InvalidArgumentError(Cat("clip ", Quoted(clip.name), " would get ", static_cast<int64_t>(keys),
                                          " keys, the limit is ", kMaxGridKeys, "; split it or lower the rate"));
  }
  return absl::OkStatus();
}

bool ChangesAt(const Channel& channel, size_t key) {
  const size_t width = channel.Stride();
  const auto at = channel.values.begin() + static_cast<ptrdiff_t>(key * width);
  return !std::equal(at - static_cast<ptrdiff_t>(width), at, at);
}

bool Changes(const Channel& channel) {
  for (size_t k = 1; k < channel.times.size(); ++k) {
    if (ChangesAt(channel, k)) return true;
  }
  return false;
}

void SortUnique(std::vector<float>& times) {
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
}

// The last float before each change of a STEP channel.
void AddTimesBeforeSteps(const Channel& channel, std::vector<float>& times) {
  for (size_t k = 1; k < channel.times.size(); ++k) {
    const float before = std::nextafter(channel.times[k], 0.0f);
    if (ChangesAt(channel, k) && before > channel.times[k - 1]) times.push_back(before);
  }
}

}  // namespace

absl::StatusOr<TimeGrid> UnionGrid(const Clip& clip, const std::vector<int>& rig_bone,
                                   const std::vector<bool>& relevant) {
  std::vector<const Channel*> channels;
  bool any_step = false, any_smooth = false;
  for (const Channel& channel : clip.channels) {
    if (!relevant[rig_bone[channel.bone]]) continue;
    channels.push_back(&channel);
    if (Changes(channel)) (channel.interpolation == Interpolation::kStep ? any_step : any_smooth) = true;
  }
  TimeGrid grid;
  grid.step = any_step && !any_smooth;
  const TimeSpan span = KeySpan(clip);
  grid.times_s = {static_cast<float>(span.start_s), static_cast<float>(span.end_s)};
  for (const Channel* channel : channels) {
    // A channel that never changes needs no key of its own.
    if (Changes(*channel)) grid.times_s.insert(grid.times_s.end(), channel->times.begin(), channel->times.end());
    if (grid.times_s.size() > 4 * kMaxGridKeys) SortUnique(grid.times_s);
    if (channel->interpolation == Interpolation::kStep && !grid.step) AddTimesBeforeSteps(*channel, grid.times_s);
  }
  SortUnique(grid.times_s);
  if (absl::Status status = CheckSize(clip, static_cast<double>(grid.times_s.size())); !status.ok()) return status;
  return grid;
}

absl::StatusOr<TimeGrid> FixedRateGrid(const Clip& clip, double rate_hz) {
  const TimeSpan span = KeySpan(clip);
  const double count = (span.end_s - span.start_s) * rate_hz;
  if (absl::Status status = CheckSize(clip, count); !status.ok()) return status;
  TimeGrid grid;
  const float end = static_cast<float>(span.end_s);
  for (int64_t i = 0; static_cast<double>(i) < count; ++i) {
    const float time = static_cast<float>(span.start_s + static_cast<double>(i) / rate_hz);
    if (time < end && (grid.times_s.empty() || time > grid.times_s.back())) grid.times_s.push_back(time);
  }
  grid.times_s.push_back(end);
  return grid;
}

}  // namespace retarget
