#include "core/clip/packed_clip.h"

#include <cstring>
#include <map>

#include "absl/types/span.h"
#include "core/base/byte_writer.h"
#include "core/base/cat.h"
#include "core/base/problem_list.h"
#include "core/base/status_macros.h"

namespace retarget {
namespace {

// Bytes of a run of times: equal runs are equal bytes.
std::string_view AsBytes(const std::vector<float>& run) {
  return {reinterpret_cast<const char*>(run.data()), run.size() * sizeof(float)};
}

// Needs first + count <= floats in `run`.
std::vector<float> Floats(std::string_view run, uint64_t first, uint64_t count) {
  std::vector<float> out(count);
  if (count > 0) std::memcpy(out.data(), run.data() + first * sizeof(float), count * sizeof(float));
  return out;
}

bool IsKnown(Path path) { return path >= Path::kTranslation && path <= Path::kScale; }
bool IsKnown(Interpolation mode) { return mode >= Interpolation::kLinear && mode <= Interpolation::kCubicSpline; }

uint64_t ValueCount(const PackedChannel& channel) {
  return uint64_t{channel.key_count} * Channel{0, channel.path, channel.interpolation, {}, {}}.Stride();
}

std::string Label(const PackedClip& packed, size_t index) {
  const PackedChannel& channel = packed.channels[index];
  return ChannelLabel(index, {channel.bone, channel.path, channel.interpolation, {}, {}}, packed.bone_names);
}

// Checks what must hold before anything is copied: then the copies are never larger than the buffers.
absl::Status CheckRecords(const PackedClip& packed) {
  const uint64_t num_times = packed.times.size() / sizeof(float), num_values = packed.values.size() / sizeof(float);
  ProblemList problems;
  if (packed.times.size() % sizeof(float) != 0) problems.Add("times: not a whole number of floats");
  if (packed.values.size() % sizeof(float) != 0) problems.Add("values: not a whole number of floats");
  uint64_t values_needed = 0;
  for (size_t i = 0; i < packed.channels.size(); ++i) {
    const PackedChannel& channel = packed.channels[i];
    if (!IsKnown(channel.path) || !IsKnown(channel.interpolation)) {
      problems.Add(Cat("channel ", i, ": path ", static_cast<int>(channel.path), " or interpolation ",
                       static_cast<int>(channel.interpolation), " does not exist (each is 0, 1 or 2)"));
      continue;
    }
    if (uint64_t{channel.key_offset} + channel.key_count > num_times) {
      problems.Add(Cat(Label(packed, i), ": keys ", channel.key_offset, " + ", channel.key_count, " reach outside the ",
                       num_times, " times"));
    }
    if (channel.value_offset + ValueCount(channel) > num_values) {
      problems.Add(Cat(Label(packed, i), ": values ", channel.value_offset, " + ", ValueCount(channel),
                       " reach outside the ", num_values, " values"));
    }
    values_needed += ValueCount(channel);
  }
  if (problems.empty() && values_needed > num_values) {
    problems.Add(Cat("values: the channels need ", values_needed, " floats without sharing, there are ", num_values));
  }
  return problems.ToStatus();
}

}  // namespace

PackedClip PackClip(const Clip& clip) {
  Clip sorted = clip;
  SortChannels(sorted);
  PackedClip packed{clip.name, clip.duration_s, {}, {}, {}, clip.bone_names};
  std::map<std::string_view, uint32_t> run_offsets;
  ByteWriter times, values;
  for (const Channel& channel : sorted.channels) {
    const auto next = static_cast<uint32_t>(times.size() / sizeof(float));
    const auto [run, is_new] = run_offsets.insert({AsBytes(channel.times), next});
    packed.channels.push_back({channel.bone, channel.path, channel.interpolation, run->second,
                               static_cast<uint32_t>(channel.times.size()),
                               static_cast<uint32_t>(values.size() / sizeof(float))});
    if (is_new) times.F32Array(channel.times);
    values.F32Array(channel.values);
  }
  packed.times = times.Take();
  packed.values = values.Take();
  return packed;
}

absl::StatusOr<Clip> UnpackClip(const PackedClip& packed) {
  RETURN_IF_ERROR(CheckRecords(packed));
  Clip clip{packed.name, packed.bone_names, {}, packed.duration_s};
  std::map<int, int> first_use;
  clip.channels.reserve(packed.channels.size());
  for (const PackedChannel& record : packed.channels) {
    int bone = record.bone;
    if (packed.bone_names.empty() && bone >= 0) {
      const auto [place, is_new] = first_use.insert({bone, static_cast<int>(first_use.size())});
      bone = place->second;
      if (is_new) clip.bone_names.push_back(Cat("bone_", bone));
    }
    clip.channels.push_back({bone, record.path, record.interpolation,
                             Floats(packed.times, record.key_offset, record.key_count),
                             Floats(packed.values, record.value_offset, ValueCount(record))});
  }
  RETURN_IF_ERROR(ValidateClip(clip));
  return clip;
}

}  // namespace retarget
