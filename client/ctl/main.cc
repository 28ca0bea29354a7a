#include "client/ctl/commands.h"

int main(int argc, char** argv) {
  using namespace retarget::ctl;  // NOLINT: this file does nothing else
  CommandLine line;
  AddBakeCommand(line);
  AddPlanCommand(line);
  AddProfileCommand(line);
  AddTposeCommand(line);
  AddExtractRigCommand(line);
  AddInspectCommand(line);
  AddConvertCommand(line);
  AddFetchCommand(line);
  AddAuxCommands(line);
  AddClearCommand(line);
  AddStatsCommand(line);
  AddSampleCommand(line);
  return line.Run(argc, argv);
}
