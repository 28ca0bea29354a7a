#include "core/clip/clip.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "core/base/cat.h"
#include "core/base/problem_list.h"
#include "core/base/text.h"

namespace retarget {
namespace {

// A float quaternion shorter than this has no usable direction.
constexpr float kTinyNorm = 1e-6f;

void CheckTimes(const Channel& channel, const std::string& label, ProblemList& problems) {
  for (size_t k = 0; k < channel.times.size(); ++k) {
    const float time = channel.times[k];
    if (!std::isfinite(time)) return problems.Add(Cat(label, ": the time of key ", k, " is not finite"));
    if (time < 0) return problems.Add(Cat(label, ": the time of key ", k, " is negative (", time, " s)"));
    if (k > 0 && !(time > channel.times[k - 1])) {
      return problems.Add(Cat(label, ": times run backwards at key ", k, " (", time, " s after ", channel.times[k - 1],
                              " s); they must strictly increase"));
    }
  }
}

void CheckValues(const Channel& channel, const std::string& label, ProblemList& problems) {
  const size_t stride = channel.Stride();
  const bool cubic = channel.interpolation == Interpolation::kCubicSpline;
  for (size_t k = 0; k < channel.times.size(); ++k) {
    const float* key = &channel.values[k * stride];
    if (!std::all_of(key, key + stride, [](float v) { return std::isfinite(v); })) {
      return problems.Add(Cat(label, ": the value of key ", k, " is not finite"));
    }
    if (channel.path != Path::kRotation) continue;
    const float* q = key + (cubic ? 4 : 0);  // the value stands between the tangents
    if (std::all_of(q, q + 4, [](float v) { return std::fabs(v) < kTinyNorm; })) {
      return problems.Add(Cat(label, ": the rotation of key ", k, " is a zero quaternion"));
    }
  }
}

void CheckChannel(const Clip& clip, size_t index, ProblemList& problems) {
  const Channel& channel = clip.channels[index];
  const std::string label = ChannelLabel(index, channel, clip.bone_names);
  if (channel.bone < 0 || channel.bone >= static_cast<int>(clip.bone_names.size())) {
    problems.Add(Cat(label, ": bone ", channel.bone, " is not one of the clip's ", clip.bone_names.size(), " bones"));
  }
  if (channel.times.empty()) return problems.Add(Cat(label, ": has no keys"));
  if (channel.values.size() != channel.times.size() * channel.Stride()) {
    return problems.Add(Cat(label, ": ", channel.times.size(), " keys need ", channel.times.size() * channel.Stride(),
                            " values, there are ", channel.values.size()));
  }
  CheckTimes(channel, label, problems);
  CheckValues(channel, label, problems);
}

}  // namespace

std::string_view PathName(Path path) {
  switch (path) {
    case Path::kTranslation:
      return "Translation";
    case Path::kRotation:
      return "Rotation";
    case Path::kScale:
      return "Scale";
  }
  return "";
}

std::string_view InterpolationName(Interpolation mode) {
  switch (mode) {
    case Interpolation::kLinear:
      return "Linear";
    case Interpolation::kStep:
      return "Step";
    case Interpolation::kCubicSpline:
      return "CubicSpline";
  }
  return "";
}

int ComponentsOf(Path path) { return path == Path::kRotation ? 4 : 3; }

std::string ChannelLabel(size_t index, const Channel& channel, absl::Span<const std::string> bone_names) {
  const bool named = channel.bone >= 0 && channel.bone < static_cast<int>(bone_names.size());
  const std::string bone = named ? Quoted(bone_names[channel.bone]) : Cat("bone ", channel.bone);
  constexpr std::string_view kPaths[] = {"translation", "rotation", "scale"};
  return Cat("channel ", index, " (", kPaths[static_cast<int>(channel.path)], " of ", bone, ")");
}

TimeSpan KeySpan(const Clip& clip) {
  bool found = false;
  TimeSpan span;
  for (const Channel& channel : clip.channels) {
    if (channel.times.empty()) continue;
    const double first = channel.times.front(), last = channel.times.back();
    span = found ? TimeSpan{std::min(span.start_s, first), std::max(span.end_s, last)} : TimeSpan{first, last};
    found = true;
  }
  return span;
}

void SortChannels(Clip& clip) {
  std::stable_sort(clip.channels.begin(), clip.channels.end(), [](const Channel& a, const Channel& b) {
    return std::pair(a.bone, a.path) < std::pair(b.bone, b.path);
  });
}

absl::Status ValidateClip(const Clip& clip) {
  ProblemList problems;
  std::set<std::pair<int, Path>> seen;
  for (size_t i = 0; i < clip.channels.size(); ++i) {
    CheckChannel(clip, i, problems);
    if (!seen.insert({clip.channels[i].bone, clip.channels[i].path}).second) {
      problems.Add(Cat(ChannelLabel(i, clip.channels[i], clip.bone_names),
                       ": an earlier channel drives the same bone and path"));
    }
  }
  const double end_s = KeySpan(clip).end_s;
  if (!std::isfinite(clip.duration_s) || clip.duration_s < 0) {
    problems.Add(Cat("duration: ", clip.duration_s, " s is not a finite time of at least 0"));
  } else if (std::isfinite(end_s) && clip.duration_s < end_s) {
    problems.Add(Cat("duration: ", clip.duration_s, " s ends before the last key at ", end_s, " s"));
  }
  return problems.ToStatus();
}

}  // namespace retarget
