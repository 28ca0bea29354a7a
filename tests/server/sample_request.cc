#include "tests/server/sample_request.h"

#include <cstdlib>
#include <vector>

#include "core/clip/codecs.h"
#include "core/humanoid/derive_profile.h"
#include "core/rig/codecs.h"
#include "core/sample/sample_files.h"

namespace retarget {
namespace {

const std::string& FileOf(std::string_view name) {
  static const std::vector<SampleFile> files = SampleFiles();
  for (const SampleFile& file : files) {
    if (file.name == name) return file.bytes;
  }
  std::abort();
}

}  // namespace

std::string_view HeroGlb() { return FileOf("hero.glb"); }
std::string_view ImpGlb() { return FileOf("imp.glb"); }

SampleParts HeroParts() {
  const Rig rig = HeroRig().rig;
  return {EncodeZanim(HeroClips().front()), EncodeZmsh(rig), EncodeProfile(ResolveProfile(rig).profile, rig)};
}

}  // namespace retarget
