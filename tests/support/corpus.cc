#include "tests/support/corpus.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "gtest/gtest.h"

namespace retarget::testing {
namespace {

nlohmann::json ReadJson(const std::string& path) {
  std::ifstream in(path);
  return nlohmann::json::parse(in, nullptr, false);
}

}  // namespace

bool RunningInCi() {
  const char* ci = std::getenv("CI");
  return ci != nullptr && std::string(ci) == "true";
}

std::string CorpusFolder() {
  const char* set = std::getenv("RETARGETD_CORPUS");
  const std::string folder = set != nullptr ? set : RETARGETD_DEFAULT_CORPUS;
  return std::filesystem::exists(folder + "/manifest.json") ? folder : "";
}

std::vector<CorpusEntry> CorpusEntries() {
  std::vector<CorpusEntry> out;
  const std::string folder = CorpusFolder();
  if (folder.empty()) return out;
  const nlohmann::json manifest = ReadJson(folder + "/manifest.json");
  for (const nlohmann::json& entry : manifest.at("entries")) {
    if (!entry.contains("file")) continue;
    out.push_back({entry.at("id"), folder + "/" + entry.at("file").get<std::string>(), entry,
                   entry.value("humanoid", false), entry.value("borderline", false)});
  }
  return out;
}

CorpusEntry CorpusEntryOf(const std::string& id) {
  for (CorpusEntry& entry : CorpusEntries()) {
    if (entry.id == id) return std::move(entry);
  }
  ADD_FAILURE() << "the corpus has no entry " << id;
  return {};
}

nlohmann::json CorpusTruth(const std::string& id) { return ReadJson(CorpusFolder() + "/truth/" + id + ".json"); }

}  // namespace retarget::testing
