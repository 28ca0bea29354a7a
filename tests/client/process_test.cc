// The process helper itself: a test that trusts a wrong exit code proves nothing.

#include "tests/support/process.h"

#include <signal.h>

#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace retarget::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(RunProcess, GivesExitCodeAndBothStreams) {
  const ProcessResult result = RunProcess({"/bin/sh", "-c", "echo one; echo two >&2; exit 7"});
  EXPECT_EQ(result.exit_code, 7);
  EXPECT_EQ(result.out, "one\n");
  EXPECT_EQ(result.err, "two\n");
}

TEST(RunProcess, SetsEnvironmentAndFolder) {
  const TempDir folder;
  const ProcessResult result =
      RunProcess({"/bin/sh", "-c", "pwd; echo $COLOUR"}, {.environment = {{"COLOUR", "red"}}, .folder = folder.path()});
  EXPECT_EQ(result.out, folder.path() + "\nred\n");
}

TEST(RunProcess, ReportsAMissingProgramAndAKill) {
  EXPECT_EQ(RunProcess({"/no/such/program"}).exit_code, 127);
  EXPECT_EQ(RunProcess({"/bin/sh", "-c", "sleep 60"}, {.timeout = std::chrono::seconds(0)}).exit_code, -SIGKILL);
}

TEST(BackgroundProcess, WaitsForOutputThenForTheEnd) {
  BackgroundProcess process(
      {"/bin/sh", "-c", "trap 'echo bye; exit 3' TERM; echo ready; while :; do sleep 0.01; done"});
  ASSERT_OK(process.WaitForOutput("ready"));
  EXPECT_TRUE(process.Running());
  process.Signal(SIGTERM);
  ASSERT_OK_AND_ASSIGN(const int exit_code, process.Wait());
  EXPECT_EQ(exit_code, 3);
  EXPECT_THAT(process.Output(), HasSubstr("bye"));
}

TEST(BackgroundProcess, SaysWhenTheProgramEndedFirst) {
  BackgroundProcess process({"/bin/sh", "-c", "echo broken; exit 1"});
  EXPECT_THAT(process.WaitForOutput("ready"), StatusIs(absl::StatusCode::kUnavailable, HasSubstr("broken")));
}

TEST(TempDir, ListsAndCleansUp) {
  std::string path;
  {
    const TempDir folder;
    path = folder.path();
    RunProcess({"/bin/sh", "-c", "touch b a"}, {.folder = path});
    EXPECT_THAT(folder.List(), ElementsAre("a", "b"));
  }
  EXPECT_NE(RunProcess({"/bin/ls", path}).exit_code, 0);
}

}  // namespace
}  // namespace retarget::testing
