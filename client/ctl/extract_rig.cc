// retargetctl extract-rig: the rig of a file alone.

#include "client/ctl/commands.h"
#include "client/ctl/common/describe.h"
#include "client/ctl/common/rig_output.h"
#include "core/base/cat.h"
#include "core/base/status_macros.h"

namespace retarget::ctl {
namespace {

struct Options {
  std::string input, profile, output;
};

// An answer, not an error: the file was read and has nothing to extract.
void AnswerNoSkin(const std::string& input, const Console& console) {
  const std::string reason = Cat("no skin: ", input, " binds no mesh to bones; nothing was written");
  console.Answer({{"skin", false}, {"reason", reason}}, reason + "\n");
}

absl::Status Run(const Options& options, const Console& console) {
  RETURN_IF_ERROR(CheckRigOutput(options.output));
  absl::StatusOr<Scene> scene = LoadInput(options.input);
  const bool zmsh_without_skin =
      absl::IsNotFound(scene.status()) && scene.status().message().find("no skin") != absl::string_view::npos;
  if (zmsh_without_skin || (scene.ok() && (!scene->rig.has_value() || !scene->rig->has_skin()))) {
    AnswerNoSkin(options.input, console);
    return absl::OkStatus();
  }
  RETURN_IF_ERROR(scene.status());
  ASSIGN_OR_RETURN(const Rig rig, RigOf(*scene, options.input, options.profile));
  RETURN_IF_ERROR(WriteRig(options.output, rig));
  console.Answer(
      {{"skin", true}, {"bones", rig.num_bones()}, {"joints", JointsOf(rig)}, {"output", options.output}},
      Lines().Add("bones", Cat(rig.num_bones())).Add("joints", Cat(JointsOf(rig))).Add("wrote", options.output).Text());
  return absl::OkStatus();
}

}  // namespace

void AddExtractRigCommand(CommandLine& line) {
  const auto options = std::make_shared<Options>();
  Command command =
      line.Add("extract-rig",
               "Writes the rig of a file alone. A file without a skin is the answer \"no skin\". Needs no daemon.",
               "retargetctl extract-rig hero.glb -o hero.zmsh",
               [options](const Console& console) { return Run(*options, console); });
  command.Required("IN", options->input, "GLB, glTF, VRM, ZMSH or rig.json");
  command.Text("--profile", options->profile, "humanoid.profile to put into the result");
  command.Required("-o,--output", options->output, ".zmsh, .json (rig.json) or .glb (skeleton only)");
}

}  // namespace retarget::ctl
