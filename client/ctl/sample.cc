// retargetctl sample: files to try every other command with.

#include <filesystem>

#include "client/ctl/commands.h"
#include "client/ctl/common/files.h"
#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/base/text.h"
#include "core/sample/sample_files.h"

namespace retarget::ctl {
namespace {

absl::Status MakeFolder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (std::filesystem::is_directory(folder)) return absl::OkStatus();
  return absl::InvalidArgumentError(Cat("cannot create folder ", Quoted(folder), ": ", error.message()));
}

absl::Status Run(const std::string& folder, const Console& console) {
  RETURN_IF_ERROR(MakeFolder(folder));
  Json files = Json::array();
  Lines lines;
  for (const SampleFile& file : SampleFiles()) {
    const std::string path = (std::filesystem::path(folder) / file.name).string();
    RETURN_IF_ERROR(WriteOutput(path, file.bytes));
    files.push_back(path);
    lines.Add("wrote", Cat(path, ", ", SizeText(file.bytes.size())));
  }
  console.Answer({{"files", files}}, lines.Text());
  return absl::OkStatus();
}

}  // namespace

void AddSampleCommand(CommandLine& line) {
  const auto folder = std::make_shared<std::string>();
  Command command =
      line.Add("sample",
               "Writes two characters: hero.glb with clips \"Walk\" and \"Wave\", and imp.glb, built differently. "
               "Needs no daemon.",
               "retargetctl sample -o samples\n"
               "  retargetctl bake samples/hero.glb --clip Walk --target samples/imp.glb -o walk.glb --local",
               [folder](const Console& console) { return Run(*folder, console); });
  command.Required("-o,--output", *folder, "Folder to write into; made where it does not exist");
}

}  // namespace retarget::ctl
