// Clip JSON: what is read is a valid clip, and writing it keeps every bit.

#include "core/clip/codecs.h"
#include "tests/fuzz/fuzz_support.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace retarget;
  const absl::StatusOr<Clip> clip = DecodeClipJson(fuzz::AsText(data, size));
  if (!clip.ok()) return 0;
  fuzz::Require(ValidateClip(*clip).ok(), "a decoded clip is valid");
  const absl::StatusOr<Clip> again = DecodeClipJson(EncodeClipJson(*clip));
  fuzz::Require(again.ok(), "what was written reads back");
  fuzz::Require(EncodeZanim(*again) == EncodeZanim(*clip), "a round trip keeps every bit");
  return 0;
}
