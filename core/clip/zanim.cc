// zanim, version 1: see FORMAT.md.

#include <map>
#include <utility>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"
#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/clip/codecs.h"
#include "core/clip/packed_clip.h"

namespace retarget {
namespace {

constexpr std::string_view kMagic = "ZANM";
constexpr uint32_t kVersion = 1;
// Runs start at multiples of this, so that they can be mapped and loaded with vector instructions.
constexpr size_t kRunAlignment = 16;
constexpr size_t kRecordBytes = 6 * sizeof(uint32_t);

struct Header {
  uint32_t num_bones = 0, num_channels = 0, num_times = 0, num_values = 0;
};

absl::StatusOr<Header> ReadHeader(ByteReader& in, PackedClip& packed) {
  RETURN_IF_ERROR(in.Expect(kMagic, "zanim magic"));
  ASSIGN_OR_RETURN(const uint32_t version, in.U32("zanim version"));
  if (version != kVersion) {
    return absl::InvalidArgumentError(
        Cat("zanim version ", version, " is not known; this reader knows version ", kVersion));
  }
  ASSIGN_OR_RETURN(packed.duration_s, in.F64("zanim duration"));
  Header header;
  ASSIGN_OR_RETURN(header.num_bones, in.Count(sizeof(uint32_t), "zanim bone count"));
  ASSIGN_OR_RETURN(header.num_channels, in.Count(kRecordBytes, "zanim channel count"));
  ASSIGN_OR_RETURN(header.num_times, in.Count(sizeof(float), "zanim time count"));
  ASSIGN_OR_RETURN(header.num_values, in.Count(sizeof(float), "zanim value count"));
  return header;
}

absl::StatusOr<PackedChannel> ReadRecord(ByteReader& in) {
  PackedChannel channel;
  ASSIGN_OR_RETURN(const uint32_t bone, in.U32("zanim channel bone"));
  ASSIGN_OR_RETURN(const uint32_t path, in.U32("zanim channel path"));
  ASSIGN_OR_RETURN(const uint32_t interpolation, in.U32("zanim channel interpolation"));
  ASSIGN_OR_RETURN(channel.key_offset, in.U32("zanim channel key offset"));
  ASSIGN_OR_RETURN(channel.key_count, in.U32("zanim channel key count"));
  ASSIGN_OR_RETURN(channel.value_offset, in.U32("zanim channel value offset"));
  channel.bone = static_cast<int>(bone);
  channel.path = static_cast<Path>(path);
  channel.interpolation = static_cast<Interpolation>(interpolation);
  return channel;
}

// Holds a clip to the one layout PackClip gives it, so that a clip has one encoding: sorted channels, values without
// gaps, and each run of times once, in order of first use. `packed` passed UnpackClip.
absl::Status CheckLayout(const PackedClip& packed) {
  uint32_t next_time = 0, next_value = 0;
  std::map<std::string_view, uint32_t> runs;
  for (size_t i = 0; i < packed.channels.size(); ++i) {
    const PackedChannel& channel = packed.channels[i];
    const auto fail = [i](std::string_view problem) {
      return absl::InvalidArgumentError(Cat("zanim channel ", i, ": ", problem));
    };
    if (i > 0 &&
        std::pair(channel.bone, channel.path) < std::pair(packed.channels[i - 1].bone, packed.channels[i - 1].path)) {
      return fail("channels are not sorted by bone, then path");
    }
    if (channel.value_offset != next_value) return fail("its values do not follow those of the channel before");
    next_value += channel.key_count * Channel{0, channel.path, channel.interpolation, {}, {}}.Stride();
    const std::string_view times =
        std::string_view(packed.times).substr(channel.key_offset * sizeof(float), channel.key_count * sizeof(float));
    const auto [run, is_new] = runs.insert({times, next_time});
    if (channel.key_offset != run->second) {
      return fail("its times overlap others, leave a gap, or repeat a run that can be shared");
    }
    if (is_new) next_time += channel.key_count;
  }
  if (next_time * sizeof(float) == packed.times.size() && next_value * sizeof(float) == packed.values.size()) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError("zanim: times or values that no channel uses");
}

}  // namespace

std::string EncodeZanim(const Clip& clip) {
  const PackedClip packed = PackClip(clip);
  ByteWriter out;
  out.Bytes(kMagic);
  out.U32(kVersion);
  out.F64(packed.duration_s);
  out.U32(static_cast<uint32_t>(packed.bone_names.size()));
  out.U32(static_cast<uint32_t>(packed.channels.size()));
  out.U32(static_cast<uint32_t>(packed.times.size() / sizeof(float)));
  out.U32(static_cast<uint32_t>(packed.values.size() / sizeof(float)));
  out.String(packed.name);
  for (const std::string& bone : packed.bone_names) out.String(bone);
  out.AlignTo(kRunAlignment);
  for (const PackedChannel& channel : packed.channels) {
    out.U32(static_cast<uint32_t>(channel.bone));
    out.U32(static_cast<uint32_t>(channel.path));
    out.U32(static_cast<uint32_t>(channel.interpolation));
    out.U32(channel.key_offset);
    out.U32(channel.key_count);
    out.U32(channel.value_offset);
  }
  out.AlignTo(kRunAlignment);
  out.Bytes(packed.times);
  out.AlignTo(kRunAlignment);
  out.Bytes(packed.values);
  return out.Take();
}

absl::StatusOr<Clip> DecodeZanim(std::string_view bytes) {
  ByteReader in(bytes);
  PackedClip packed;
  ASSIGN_OR_RETURN(const Header header, ReadHeader(in, packed));
  ASSIGN_OR_RETURN(packed.name, in.String("zanim clip name"));
  for (uint32_t i = 0; i < header.num_bones; ++i) {
    ASSIGN_OR_RETURN(packed.bone_names.emplace_back(), in.String("zanim bone name"));
  }
  RETURN_IF_ERROR(in.AlignTo(kRunAlignment, "zanim channels"));
  for (uint32_t i = 0; i < header.num_channels; ++i) {
    ASSIGN_OR_RETURN(packed.channels.emplace_back(), ReadRecord(in));
  }
  RETURN_IF_ERROR(in.AlignTo(kRunAlignment, "zanim times"));
  ASSIGN_OR_RETURN(packed.times, in.Bytes(size_t{header.num_times} * sizeof(float), "zanim times"));
  RETURN_IF_ERROR(in.AlignTo(kRunAlignment, "zanim values"));
  ASSIGN_OR_RETURN(packed.values, in.Bytes(size_t{header.num_values} * sizeof(float), "zanim values"));
  RETURN_IF_ERROR(in.ExpectEnd("zanim"));
  if (packed.bone_names.empty() && !packed.channels.empty()) {
    return absl::InvalidArgumentError("zanim: channels without bones");
  }
  ASSIGN_OR_RETURN(Clip clip, UnpackClip(packed));
  RETURN_IF_ERROR(CheckLayout(packed));
  return clip;
}

}  // namespace retarget
