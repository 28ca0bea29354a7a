// Help, usage errors, and what every command does alike.

#include "tests/client/ctl_fixture.h"

namespace retarget::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class CtlUsage : public CtlTest {};

TEST_F(CtlUsage, EveryCommandHasHelpWithAnExampleAndTheExitCodes) {
  const std::vector<std::vector<std::string>> commands = {
      {"bake"},  {"plan"},        {"profile"},    {"tpose"},      {"extract-rig"}, {"inspect"}, {"convert"},
      {"fetch"}, {"aux", "list"}, {"aux", "get"}, {"aux", "put"}, {"clear"},       {"stats"},   {"sample"}};
  for (std::vector<std::string> command : commands) {
    const std::string name = command.back();
    command.push_back("--help");
    const ProcessResult result = Ctl(command);
    EXPECT_THAT(result, Succeeds()) << name;
    EXPECT_THAT(result.out, AllOf(HasSubstr("Example:\n  retargetctl "), HasSubstr("3  no daemon answers"),
                                  HasSubstr("--json"), HasSubstr("--progress")))
        << name;
  }
}

TEST_F(CtlUsage, HelpOfTheToolListsTheCommands) {
  EXPECT_THAT(Ctl({"--help"}).out, AllOf(HasSubstr("extract-rig"), HasSubstr("Exit codes:")));
}

TEST_F(CtlUsage, WrongUsageIsExitCode2) {
  EXPECT_THAT(Ctl({}), FailsWith(2, HasSubstr("subcommand")));
  EXPECT_THAT(Ctl({"bakes"}), FailsWith(2, HasSubstr("bakes")));
  EXPECT_THAT(Ctl({"inspect"}), FailsWith(2, HasSubstr("FILE")));
  EXPECT_THAT(Ctl({"inspect", Hero(), "--colour"}), FailsWith(2, HasSubstr("--colour")));
  EXPECT_THAT(Ctl({"stats", "--server", "nowhere"}), FailsWith(2, HasSubstr("host:port or unix:PATH")));
  EXPECT_THAT(Ctl({"stats", "--timeout", "0"}), FailsWith(2, HasSubstr("--timeout")));
}

TEST_F(CtlUsage, ErrorsAreJsonTooWhereJsonIsAskedFor) {
  const ProcessResult result = Ctl({"inspect", Path("none.glb"), "--json"});
  EXPECT_THAT(result, FailsWith(4, HasSubstr("none.glb")));
  const nlohmann::json answer = nlohmann::json::parse(result.out, nullptr, false);
  ASSERT_TRUE(answer.contains("error")) << result.out;
  EXPECT_EQ(answer["error"]["code"], "NOT_FOUND");
  EXPECT_THAT(answer["error"]["message"].get<std::string>(), HasSubstr("none.glb"));
}

TEST_F(CtlUsage, CommandsThatNeedADaemonSayHowToStartOne) {
  const std::string data = Write("data", "x");
  const std::vector<std::vector<std::string>> commands = {{"stats"},
                                                          {"clear", "--everything", "--yes"},
                                                          {"fetch", "a.b.rel", "-o", Path("out.zanim")},
                                                          {"aux", "list", "a.b.rel"},
                                                          {"aux", "get", "a.b.rel", "report"},
                                                          {"aux", "put", "a.b.rel", "name", data}};
  for (const std::vector<std::string>& command : commands) {
    EXPECT_THAT(Ctl(command), FailsWith(3, AllOf(HasSubstr("no-daemon.sock"), HasSubstr("`retargetd --data-dir DIR`"))))
        << command[0];
  }
  EXPECT_THAT(folder_.List(), ElementsAre("data"));
}

TEST_F(CtlUsage, ClearAsksForOneSelectorAndForYes) {
  EXPECT_THAT(Ctl({"clear"}), FailsWith(2, HasSubstr("--base-key")));
  EXPECT_THAT(Ctl({"clear", "--everything", "--bake-key", "a.b.rel"}), FailsWith(2, HasSubstr("give one of")));
  EXPECT_THAT(Ctl({"clear", "--everything"}), FailsWith(2, HasSubstr("--yes")));
}

}  // namespace
}  // namespace retarget::testing
