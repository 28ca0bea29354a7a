#pragma once
// The corpus of real rigs and clips: RETARGETD_CORPUS, default ../shared/corpus beside the repository.

#include <string>
#include <vector>

#include "nlohmann/json.hpp"

namespace retarget::testing {

// Empty when there is no corpus.
std::string CorpusFolder();

// Put first in every corpus test: skips with a message when there is no corpus, and fails instead where CI=true.
#define REQUIRE_CORPUS()                                                                               \
  do {                                                                                                 \
    if (::retarget::testing::CorpusFolder().empty()) {                                                 \
      if (::retarget::testing::RunningInCi()) FAIL() << "CI=true and no corpus: set RETARGETD_CORPUS"; \
      GTEST_SKIP() << "no corpus: set RETARGETD_CORPUS to the folder that holds manifest.json";        \
    }                                                                                                  \
  } while (false)

bool RunningInCi();

struct CorpusEntry {
  std::string id;
  std::string path;      // absolute path of the main file
  nlohmann::json facts;  // the manifest entry
  bool humanoid = false, borderline = false;
};

// All entries that have a main file, in manifest order (the malformed files are not among them).
std::vector<CorpusEntry> CorpusEntries();
CorpusEntry CorpusEntryOf(const std::string& id);
// truth/<id>.json
nlohmann::json CorpusTruth(const std::string& id);

}  // namespace retarget::testing
