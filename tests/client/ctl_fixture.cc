#include "tests/client/ctl_fixture.h"

#include <fstream>
#include <sstream>

#include "core/base/cat.h"
#include "core/sample/sample_files.h"

namespace retarget::testing {

const TempDir& CtlTest::Samples() {
  static const TempDir folder;
  static const bool written = [] {
    for (const SampleFile& file : SampleFiles()) std::ofstream(folder.File(file.name), std::ios::binary) << file.bytes;
    return true;
  }();
  EXPECT_TRUE(written);
  return folder;
}

ProcessResult CtlTest::Ctl(const std::vector<std::string>& arguments) const {
  std::vector<std::string> argv = {std::string(RETARGETCTL)};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  return RunProcess(argv, {.environment = {{"RETARGETD_SERVER", server_}}});
}

nlohmann::json CtlTest::CtlJson(std::vector<std::string> arguments) const {
  arguments.push_back("--json");
  const ProcessResult result = Ctl(arguments);
  EXPECT_THAT(result, Succeeds());
  nlohmann::json answer = nlohmann::json::parse(result.out, nullptr, false);
  EXPECT_FALSE(answer.is_discarded()) << result.out;
  return answer;
}

std::string CtlTest::Write(const std::string& name, const std::string& bytes) const {
  std::ofstream(Path(name), std::ios::binary) << bytes;
  return Path(name);
}

std::string CtlTest::Read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

std::string ChainRigJson(int bones) {
  nlohmann::json list = nlohmann::json::array();
  for (int i = 0; i < bones; ++i) {
    list.push_back({{"name", Cat("bone_", i)},
                    {"parent", i - 1},
                    {"translation", {0, 0.1, 0}},
                    {"rotation", {0, 0, 0, 1}},
                    {"scale", {1, 1, 1}}});
  }
  return nlohmann::json({{"name", "chain"}, {"bones", list}}).dump();
}

}  // namespace retarget::testing
