// Packed clips: any records over any buffers give a valid clip or an error.

#include "core/base/byte_reader.h"
#include "core/clip/packed_clip.h"
#include "tests/fuzz/fuzz_support.h"

namespace {

// Spends the input on fields; past its end every field is 0.
retarget::PackedClip Compose(retarget::ByteReader in) {
  retarget::PackedClip packed;
  const auto number = [&in] { return in.U32("").value_or(0); };
  packed.duration_s = in.F64("").value_or(0.0);
  for (uint32_t left = number() % 16; left > 0; --left) {
    retarget::PackedChannel& channel = packed.channels.emplace_back();
    channel.bone = static_cast<int>(number());
    channel.path = static_cast<retarget::Path>(number());
    channel.interpolation = static_cast<retarget::Interpolation>(number());
    channel.key_offset = number();
    channel.key_count = number();
    channel.value_offset = number();
  }
  if (number() % 2 == 1) packed.bone_names = {"a", "b", "c"};
  packed.times = in.String("").value_or("");
  packed.values = in.Bytes(in.remaining(), "").value_or("");
  return packed;
}

}  // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace retarget;
  const absl::StatusOr<Clip> clip = UnpackClip(Compose(ByteReader(fuzz::AsText(data, size))));
  if (!clip.ok()) return 0;
  Clip sorted = *clip;
  SortChannels(sorted);
  const absl::StatusOr<Clip> again = UnpackClip(PackClip(*clip));
  // Compared as packed bytes: -0 and +0 are equal as floats.
  fuzz::Require(again.ok() && PackClip(*again).values == PackClip(sorted).values, "a round trip keeps every bit");
  return 0;
}
