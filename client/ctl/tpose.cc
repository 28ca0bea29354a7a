// retargetctl tpose: a rig in its canonical T-pose.

#include "client/ctl/commands.h"
#include "client/ctl/common/rig_output.h"
#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/retarget/normalize_rig.h"

namespace retarget::ctl {
namespace {

struct Options {
  std::string rig, profile, output;
  bool symmetrize = false;
};

void Print(const Options& options, const NormalizedRig& normalized, const Console& console) {
  Json distances = Json::object();
  Lines lines;
  for (const LimbDistance& distance : normalized.distances) {
    distances[distance.role] = distance.from_t_deg;
    lines.Add(distance.role, Cat(Fixed(distance.from_t_deg, 2), " degrees from T"));
  }
  lines.Add("rest against bind", Cat(Fixed(normalized.rest_vs_bind_deg, 2), " degrees"))
      .Add("hips height", Cat(Fixed(normalized.hips_height, 4), " m"))
      .Add("wrote", options.output);
  console.Answer({{"distanceFromTDeg", distances},
                  {"restVsBindDeg", normalized.rest_vs_bind_deg},
                  {"hipsHeight", normalized.hips_height},
                  {"output", options.output}},
                 lines.Text());
}

absl::Status Run(const Options& options, const Console& console) {
  RETURN_IF_ERROR(CheckRigOutput(options.output));
  ASSIGN_OR_RETURN(const Rig rig, LoadRig(options.rig, options.profile));
  absl::StatusOr<NormalizedRig> normalized = NormalizeRig(rig, options.symmetrize);
  if (!normalized.ok()) return InFile(normalized.status(), options.rig);
  RETURN_IF_ERROR(WriteRig(options.output, normalized->rig));
  Print(options, *normalized, console);
  return absl::OkStatus();
}

}  // namespace

void AddTposeCommand(CommandLine& line) {
  const auto options = std::make_shared<Options>();
  Command command =
      line.Add("tpose", "Writes a rig in its T-pose and says how far each limb stood from it. Needs no daemon.",
               "retargetctl tpose hero.glb -o hero_tpose.glb",
               [options](const Console& console) { return Run(*options, console); });
  command.Required("RIG", options->rig, "GLB, glTF, VRM, ZMSH or rig.json");
  command.Text("--profile", options->profile, "humanoid.profile in place of the rig's own");
  command.Flag("--symmetrize", options->symmetrize, "Mirror left and right for an absolutely symmetric pose");
  command.Required("-o,--output", options->output, ".glb (skeleton only), .zmsh or .json (rig.json)");
}

}  // namespace retarget::ctl
