// humanoid.profile: what is read is a profile of the rig, and writing it keeps it.

#include "core/rig/codecs.h"
#include "tests/fuzz/fuzz_support.h"

namespace {

retarget::Rig MakeRig() {
  retarget::RawRig raw;
  for (const char* name : {"Hips", "Spine", "Head", "Head", "", "null", "a: b", "Hips@2", "LeftArm"}) {
    raw.bones.push_back({name, -1, {}, std::nullopt});
  }
  return retarget::Rig::Build(std::move(raw)).value();
}

}  // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace retarget;
  static const Rig rig = MakeRig();
  const absl::StatusOr<Profile> profile = DecodeProfile(fuzz::AsText(data, size), rig);
  if (!profile.ok()) return 0;
  fuzz::Require(rig.WithProfile(*profile).ok(), "a decoded profile fits its rig");
  const absl::StatusOr<Profile> again = DecodeProfile(EncodeProfile(*profile, rig), rig);
  fuzz::Require(again.ok() && *again == *profile, "a round trip keeps the profile");
  return 0;
}
