// ZMSH: what is read is a rig whose encoding reads back to itself.

#include "core/rig/codecs.h"
#include "tests/fuzz/fuzz_support.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace retarget;
  const absl::StatusOr<Rig> rig = DecodeZmsh(fuzz::AsText(data, size));
  if (!rig.ok()) return 0;
  const std::string bytes = EncodeZmsh(*rig);
  const absl::StatusOr<Rig> again = DecodeZmsh(bytes);
  fuzz::Require(again.ok() && EncodeZmsh(*again) == bytes, "a round trip keeps every bit");
  fuzz::Require(DecodeRigJson(EncodeRigJson(rig->WithProfile(std::nullopt).value())).ok(), "every rig fits rig.json");
  return 0;
}
