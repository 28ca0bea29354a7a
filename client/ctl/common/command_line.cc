#include "client/ctl/common/command_line.h"

#include "client/ctl/common/exit_code.h"
#include "core/base/cat.h"

namespace retarget::ctl {

CommandLine::CommandLine()
    : app_("Retargets animation clips between humanoid rigs, through retargetd or alone.", "retargetctl") {
  app_.require_subcommand(1);
  app_.footer(Cat("retargetctl COMMAND --help explains a command and shows an example.\n\n", ExitCodeHelp()));
}

CLI::App* CommandLine::Add(const std::string& name, const std::string& description, const std::string& example,
                           CommandWork work, CLI::App* parent) {
  CLI::App* command = (parent != nullptr ? parent : &app_)->add_subcommand(name, description);
  command->add_flag("--json", console_.json, "Print the answer as JSON");
  command->add_flag("--progress", console_.progress, "Show progress even where standard error is no terminal");
  command->footer(Cat("Example:\n  ", example, "\n\n", ExitCodeHelp()));
  command->callback([this, work = std::move(work)] { chosen_ = work; });
  return command;
}

CLI::App* CommandLine::AddGroup(const std::string& name, const std::string& description) {
  CLI::App* group = app_.add_subcommand(name, description);
  group->require_subcommand(1);
  group->footer(ExitCodeHelp());
  return group;
}

int CommandLine::Run(int argc, char** argv) {
  try {
    app_.parse(argc, argv);
  } catch (const CLI::ParseError& error) {  // CLI11 reports this way, --help included
    return app_.exit(error) == 0 ? 0 : static_cast<int>(ExitCode::kBadInput);
  }
  const absl::Status status = chosen_(console_);
  if (!status.ok()) console_.Error(status);
  return static_cast<int>(ExitCodeOf(status));
}

}  // namespace retarget::ctl
