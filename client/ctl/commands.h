#pragma once
// The commands of retargetctl; each lives in the file of its name.

#include "client/ctl/common/command_line.h"

namespace retarget::ctl {

void AddBakeCommand(CommandLine& line);
void AddPlanCommand(CommandLine& line);
void AddProfileCommand(CommandLine& line);
void AddTposeCommand(CommandLine& line);
void AddExtractRigCommand(CommandLine& line);
void AddInspectCommand(CommandLine& line);
void AddConvertCommand(CommandLine& line);
void AddFetchCommand(CommandLine& line);
void AddAuxCommands(CommandLine& line);
void AddClearCommand(CommandLine& line);
void AddStatsCommand(CommandLine& line);
void AddSampleCommand(CommandLine& line);

}  // namespace retarget::ctl
