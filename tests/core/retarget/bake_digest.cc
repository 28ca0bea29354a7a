// Prints the SHA-256 of the zanim bytes of a fixed set of bakes between generated rigs, one "name digest" per line.
//
//   bake_digest [--threads N] [--expect FILE]
//
// Every thread bakes the whole set; threads that disagree, or a FILE whose lines differ, exit with 1. Built twice, with
// and without optimisation: equal lines show that bytes do not depend on it.

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "core/base/digest.h"
#include "core/clip/codecs.h"
#include "core/retarget/bake.h"
#include "core/sample/make_clip.h"
#include "core/sample/random.h"
#include "core/sample/sample_files.h"

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

std::string DigestLine(const std::string& name, const Rig& source, const Rig& target, const Clip& clip) {
  BakeResult result;
  BakeJob job;
  job.source = &source;
  job.target = &target;
  job.clip = &clip;
  job.result = &result;
  const absl::Status status = job.Run();
  return name + " " + (status.ok() ? Sha256Of(EncodeZanim(result.clip)).Hex() : status.ToString()) + "\n";
}

std::string AllDigests() {
  const SamplePair sample = MakeSamplePair();
  std::string lines = DigestLine("hero-walk-imp", sample.source, sample.target, sample.clip);
  for (int pair = 0; pair < kPairs; ++pair) {
    const absl::StatusOr<GeneratedRig> source = GenerateRig(StyleOf(pair));
    const absl::StatusOr<GeneratedRig> target = GenerateRig(StyleOf(pair + 7));
    if (!source.ok() || !target.ok()) return "a style is not valid\n";
    const Clip clip = MakeClip(*source, RandomMotion(static_cast<uint64_t>(pair)), "m", EvenTimes(1.0, 11));
    lines += DigestLine("pair-" + std::to_string(pair), source->rig, target->rig, clip);
  }
  return lines;
}

std::vector<std::string> RunThreads(int count) {
  std::vector<std::string> results(static_cast<size_t>(count));
  std::vector<std::thread> threads;
  for (std::string& result : results) threads.emplace_back([&result] { result = AllDigests(); });
  for (std::thread& thread : threads) thread.join();
  return results;
}

int Main(int argc, char** argv) {
  int threads = 1;
  std::string expected_path;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::string(argv[i]) == "--threads") threads = std::max(1, std::atoi(argv[i + 1]));
    if (std::string(argv[i]) == "--expect") expected_path = argv[i + 1];
  }
  const std::vector<std::string> results = RunThreads(threads);
  std::cout << results[0];
  for (const std::string& result : results) {
    if (result != results[0]) return std::cerr << "threads disagree\n", 1;
  }
  if (expected_path.empty()) return 0;
  std::ifstream file(expected_path);
  std::ostringstream expected;
  expected << file.rdbuf();
  if (expected.str() == results[0]) return 0;
  std::cerr << "baked bytes differ from " << expected_path
            << "\nWhere that is meant: raise kAlgorithmVersion, note it in CHANGELOG.md, write the file anew.\n";
  return 1;
}

}  // namespace
}  // namespace retarget

int main(int argc, char** argv) { return retarget::Main(argc, argv); }
