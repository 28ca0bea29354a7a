// rig.json: parsing is idempotent and keeps every bit that ZMSH keeps.

#include "core/rig/codecs.h"
#include "tests/fuzz/fuzz_support.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace retarget;
  const absl::StatusOr<Rig> rig = DecodeRigJson(fuzz::AsText(data, size));
  if (!rig.ok()) return 0;
  const std::string text = EncodeRigJson(*rig);
  const absl::StatusOr<Rig> again = DecodeRigJson(text);
  fuzz::Require(again.ok() && EncodeRigJson(*again) == text, "parsing is idempotent");
  fuzz::Require(EncodeZmsh(*again) == EncodeZmsh(*rig), "a round trip keeps every bit");
  return 0;
}
