#pragma once
// Runs the real retargetctl on the project's own sample files.

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "nlohmann/json.hpp"
#include "tests/support/process.h"

namespace retarget::testing {

class CtlTest : public ::testing::Test {
 protected:
  // hero.glb and imp.glb, written once for all tests of the program.
  static std::string Hero() { return Samples().File("hero.glb"); }
  static std::string Imp() { return Samples().File("imp.glb"); }

  // Runs `retargetctl arguments...` with RETARGETD_SERVER set to `server_`.
  ProcessResult Ctl(const std::vector<std::string>& arguments) const;
  // The same with --json, parsed; records a failure unless it exits with 0.
  nlohmann::json CtlJson(std::vector<std::string> arguments) const;
  // Writes a file into the test's folder and returns its path.
  std::string Write(const std::string& name, const std::string& bytes) const;
  std::string Path(const std::string& name) const { return folder_.File(name); }
  static std::string Read(const std::string& path);

  TempDir folder_;
  std::string server_ = "unix:" + Path("no-daemon.sock");

 private:
  static const TempDir& Samples();
};

// A rig.json of one chain: bones named bone_0.. below each other.
std::string ChainRigJson(int bones);

// Exit code, and what the error says: EXPECT_THAT(Ctl({...}), FailsWith(4, HasSubstr("Walk"))).
MATCHER_P2(FailsWith, exit_code, message, "") {
  *result_listener << "exit " << arg.exit_code << ", out: " << arg.out << ", err: " << arg.err;
  return arg.exit_code == exit_code && ::testing::ExplainMatchResult(message, arg.err, result_listener);
}

MATCHER(Succeeds, "exits with 0") {
  *result_listener << "exit " << arg.exit_code << ", err: " << arg.err;
  return arg.exit_code == 0;
}

}  // namespace retarget::testing
