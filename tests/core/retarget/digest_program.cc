#include "digest_program.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <thread>
#include <vector>

#include "core/base/digest.h"
#include "core/clip/codecs.h"
#include "core/retarget/bake.h"

namespace retarget::testing {
namespace {

std::vector<std::string> RunThreads(int count, const std::function<std::string()>& all) {
  std::vector<std::string> results(static_cast<size_t>(count));
  std::vector<std::thread> threads;
  for (std::string& result : results) threads.emplace_back([&result, &all] { result = all(); });
  for (std::thread& thread : threads) thread.join();
  return results;
}

std::string TextOf(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

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

int DigestMain(int argc, char** argv, const std::function<std::string()>& all) {
  int threads = 1;
  std::string expected_path;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::string(argv[i]) == "--threads") threads = std::max(1, std::atoi(argv[i + 1]));
    if (std::string(argv[i]) == "--expect") expected_path = argv[i + 1];
  }
  const std::vector<std::string> results = RunThreads(threads, all);
  const std::string lines = "algorithm " + std::to_string(kAlgorithmVersion) + "\n" + results[0];
  std::cout << lines;
  for (const std::string& result : results) {
    if (result != results[0]) return std::cerr << "threads disagree\n", 1;
  }
  if (expected_path.empty() || TextOf(expected_path) == lines) return 0;
  std::cerr << "baked bytes differ from " << expected_path
            << "\nWhere that is meant: raise kAlgorithmVersion, note it in CHANGELOG.md, write the file anew.\n";
  return 1;
}

}  // namespace retarget::testing
