#include "client/ctl/common/command_line.h"

#include <algorithm>
#include <utility>

#include "CLI/CLI.hpp"
#include "client/ctl/common/exit_code.h"
#include "core/base/cat.h"
#include "core/base/text.h"

namespace retarget::ctl {

Command& Command::Required(const std::string& name, std::string& value, const std::string& help) {
  app_->add_option(name, value, help)->required();
  return *this;
}

Command& Command::Text(const std::string& name, std::string& value, const std::string& help) {
  app_->add_option(name, value, help);
  return *this;
}

Command& Command::TextOrVariable(const std::string& name, const std::string& variable, std::string& value,
                                 const std::string& help) {
  app_->add_option(name, value, help)->envname(variable)->capture_default_str();
  return *this;
}

Command& Command::Choice(const std::string& name, const std::vector<std::string>& choices, std::string& value,
                         const std::string& help) {
  app_->add_option(name, value, help)->check(CLI::IsMember(choices))->capture_default_str();
  return *this;
}

Command& Command::Number(const std::string& name, double& value, const std::string& help) {
  app_->add_option(name, value, help);
  return *this;
}

Command& Command::PositiveNumber(const std::string& name, double& value, const std::string& help) {
  app_->add_option(name, value, help)->check(CLI::PositiveNumber)->capture_default_str();
  return *this;
}

Command& Command::Flag(const std::string& name, bool& value, const std::string& help) {
  app_->add_flag(name, value, help);
  return *this;
}

CommandLine::CommandLine()
    : app_(std::make_unique<CLI::App>("Retargets animation clips between humanoid rigs, through retargetd or alone.",
                                      "retargetctl")) {
  app_->require_subcommand(1);
  app_->footer(Cat("retargetctl COMMAND --help explains a command and shows an example.\n\n", ExitCodeHelp()));
}

CommandLine::~CommandLine() = default;

Command CommandLine::Add(const std::string& name, const std::string& description, const std::string& example,
                         CommandWork work, const Command* group) {
  CLI::App* app = (group != nullptr ? group->app_ : app_.get())->add_subcommand(name, description);
  app->footer(Cat("Example:\n  ", example, "\n\n", ExitCodeHelp()));
  app->callback([this, work = std::move(work)] { chosen_ = work; });
  return Command(app)
      .Flag("--json", console_.json, "Print the answer as JSON")
      .Flag("--progress", console_.progress, "Show progress even where standard error is no terminal");
}

Command CommandLine::AddGroup(const std::string& name, const std::string& description) {
  CLI::App* group = app_->add_subcommand(name, description);
  group->require_subcommand(1);
  group->footer(ExitCodeHelp());
  return Command(group);
}

absl::Status CommandLine::CheckCommand(const std::string& name) const {
  std::vector<std::string> names;
  for (const CLI::App* command : app_->get_subcommands({})) names.push_back(command->get_name());
  if (std::find(names.begin(), names.end(), name) != names.end()) return absl::OkStatus();
  const std::string nearest = NearestName(name, names);
  return absl::InvalidArgumentError(Cat("no command ", Quoted(name),
                                        nearest.empty() ? "" : Cat(" (nearest: ", nearest, ")"),
                                        "; retargetctl --help lists them"));
}

int CommandLine::Run(int argc, char** argv) {
  if (argc > 1 && argv[1][0] != '-') {  // CLI11 would only say that a command is missing
    if (const absl::Status status = CheckCommand(argv[1]); !status.ok()) {
      console_.Error(status);
      return static_cast<int>(ExitCode::kBadInput);
    }
  }
  try {
    app_->parse(argc, argv);
  } catch (const CLI::ParseError& error) {  // CLI11 reports this way, --help included
    return app_->exit(error) == 0 ? 0 : static_cast<int>(ExitCode::kBadInput);
  }
  const absl::Status status = chosen_(console_);
  if (!status.ok()) console_.Error(status);
  return static_cast<int>(ExitCodeOf(status));
}

}  // namespace retarget::ctl
