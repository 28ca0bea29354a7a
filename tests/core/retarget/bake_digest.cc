// Prints the SHA-256 of the zanim bytes of a fixed set of bakes between generated rigs, one "name digest" per line; see
// digest_program.h for the command line. Built twice, with and without optimisation: equal lines show that bytes do not
// depend on it.

#include <cstdint>
#include <string>

#include "core/sample/make_clip.h"
#include "core/sample/random.h"
#include "core/sample/sample_files.h"
#include "digest_program.h"

namespace retarget {
namespace {

constexpr int kPairs = 20;

// Styles of its own: the set must stay what it is when tests draw their styles differently.
RigStyle StyleOf(int number) {
  RigStyle style;
  style.name = "rig" + std::to_string(number);
  style.seed = static_cast<uint64_t>(number);
  style.rest_axis = static_cast<RestAxis>(number % 5);
  style.pose = static_cast<PoseStyle>(number % 4);
  style.parents = static_cast<Parents>((number / 2) % 5);
  style.facing_yaw_rad = 0.37 * (number % 9);
  style.spine_count = 1 + number % 5;
  style.fingers = number % 3 == 0;
  style.rest_is_posed = number % 4 == 1;
  style.shuffle = number % 2 == 1;
  return style;
}

std::string AllDigests() {
  const SamplePair sample = MakeSamplePair();
  std::string lines = testing::DigestLine("hero-walk-imp", sample.source, sample.target, sample.clip);
  for (int pair = 0; pair < kPairs; ++pair) {
    const absl::StatusOr<GeneratedRig> source = GenerateRig(StyleOf(pair));
    const absl::StatusOr<GeneratedRig> target = GenerateRig(StyleOf(pair + 7));
    if (!source.ok() || !target.ok()) return "a style is not valid\n";
    const Clip clip = MakeClip(*source, RandomMotion(static_cast<uint64_t>(pair)), "m", EvenTimes(1.0, 11));
    lines += testing::DigestLine("pair-" + std::to_string(pair), source->rig, target->rig, clip);
  }
  return lines;
}

}  // namespace
}  // namespace retarget

int main(int argc, char** argv) { return retarget::testing::DigestMain(argc, argv, retarget::AllDigests); }
