#pragma once
// The frame all commands hang in: options, help, --json, exit code. Only command_line.cc knows the library that parses.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "client/ctl/common/console.h"

namespace CLI {
class App;
}

namespace retarget::ctl {

// The work of one command. Prints its answer to the console; the status becomes the exit code, its message the error.
using CommandWork = std::function<absl::Status(const Console&)>;

// Adds options to a command. `name` is "NAME" for an argument by position, "--name" or "-n,--name" for an option.
// Variables hold the default and must live as long as the command line.
class Command {
 public:
  explicit Command(CLI::App* app) : app_(app) {}

  Command& Required(const std::string& name, std::string& value, const std::string& help);
  Command& Text(const std::string& name, std::string& value, const std::string& help);
  // Text whose default is the environment variable where that is set.
  Command& TextOrVariable(const std::string& name, const std::string& variable, std::string& value,
                          const std::string& help);
  // Refuses any other text; shows the default.
  Command& Choice(const std::string& name, const std::vector<std::string>& choices, std::string& value,
                  const std::string& help);
  Command& Number(const std::string& name, double& value, const std::string& help);
  Command& PositiveNumber(const std::string& name, double& value, const std::string& help);
  Command& Flag(const std::string& name, bool& value, const std::string& help);

 private:
  friend class CommandLine;
  CLI::App* app_;  // owned by the command line
};

class CommandLine {
 public:
  CommandLine();
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  // Adds a command with --help (which ends with `example` and the exit codes), --json and --progress. `group`: what it
  // is part of, as in `aux list`; null for none.
  Command Add(const std::string& name, const std::string& description, const std::string& example, CommandWork work,
              const Command* group = nullptr);

  // Adds a command that only holds others.
  Command AddGroup(const std::string& name, const std::string& description);

  // Parses, runs the one command given, prints its error. Returns the exit code.
  int Run(int argc, char** argv);

 private:
  // kInvalidArgument, with the nearest name, when there is no such command.
  absl::Status CheckCommand(const std::string& name) const;

  std::unique_ptr<CLI::App> app_;
  Console console_;
  CommandWork chosen_;
};

}  // namespace retarget::ctl
