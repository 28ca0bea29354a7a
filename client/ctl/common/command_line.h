#pragma once
// The frame all commands hang in: parsing, help, --json, exit code.

#include <functional>
#include <memory>
#include <string>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "client/ctl/common/console.h"

namespace retarget::ctl {

// The work of one command. Prints its answer to the console; the status becomes the exit code, its message the error.
using CommandWork = std::function<absl::Status(const Console&)>;

class CommandLine {
 public:
  CommandLine();

  // Adds a command with --help (which ends with `example` and the exit codes), --json and --progress. Options are added
  // to the result. `parent`: the command this is part of, as in `aux list`; null for none.
  CLI::App* Add(const std::string& name, const std::string& description, const std::string& example, CommandWork work,
                CLI::App* parent = nullptr);

  // Adds a command that only holds others.
  CLI::App* AddGroup(const std::string& name, const std::string& description);

  // Parses, runs the one command given, prints its error. Returns the exit code.
  int Run(int argc, char** argv);

 private:
  CLI::App app_;
  Console console_;
  CommandWork chosen_;
};

}  // namespace retarget::ctl
