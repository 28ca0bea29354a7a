// zanim: accepted bytes are the one encoding of a valid clip, and the clip can be evaluated.

#include "core/clip/clip_table.h"
#include "core/clip/codecs.h"
#include "tests/fuzz/fuzz_support.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace retarget;
  const std::string_view bytes = fuzz::AsText(data, size);
  const absl::StatusOr<Clip> clip = DecodeZanim(bytes);
  if (!clip.ok()) return 0;
  fuzz::Require(ValidateClip(*clip).ok(), "a decoded clip is valid");
  fuzz::Require(EncodeZanim(*clip) == bytes, "accepted bytes are canonical");
  ClipTableText(MakeClipTable(*clip));
  return 0;
}
