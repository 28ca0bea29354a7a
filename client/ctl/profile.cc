// retargetctl profile: the humanoid role of every bone, or why the rig is no humanoid.

#include "client/ctl/commands.h"
#include "client/ctl/common/files.h"
#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/base/text.h"
#include "core/humanoid/answer_json.h"
#include "core/humanoid/derive_profile.h"
#include "core/rig/codecs.h"

namespace retarget::ctl {
namespace {

struct Options {
  std::string rig, profile, output;
  bool derive = false;
};

// Rig::Build starts its message with this; a loop in the hierarchy is an answer, not bad input.
constexpr std::string_view kLoop = "looping hierarchy";

void AnswerLoop(std::string_view message, const Console& console) {
  const std::string reason(message.substr(message.find(kLoop)));
  console.Answer({{"humanoid", false}, {"reason", reason}, {"base", ""}, {"boneCount", 0}, {"roles", Json::object()}},
                 Cat("not a humanoid: ", reason, "\n"));
}

std::string Text(const HumanoidAnswer& answer, const Rig& rig) {
  Lines roles;
  for (const RoleEvidence& role : answer.evidence) {
    roles.Add(role.role, Cat(Quoted(rig.bone_names()[role.bone]), "  name ", Fixed(role.name_score, 2), ", geometry ",
                             Fixed(role.geometry_score, 2), role.conflict.empty() ? "" : Cat("; ", role.conflict)));
  }
  return Cat(answer.reason, "\n", roles.Text());
}

absl::Status Run(const Options& options, const Console& console) {
  if (!options.output.empty()) {
    RETURN_IF_ERROR(FormatOfOutput(options.output, {FileFormat::kProfile}).status());
    RETURN_IF_ERROR(CheckWritable(options.output));
  }
  const absl::StatusOr<Rig> rig = LoadRig(options.rig, options.profile);
  const std::string message(rig.status().message());
  if (absl::IsInvalidArgument(rig.status()) && message.find(kLoop) != std::string::npos) {
    AnswerLoop(message, console);
    return absl::OkStatus();
  }
  RETURN_IF_ERROR(rig.status());
  const HumanoidAnswer answer = options.derive ? DeriveProfile(*rig) : ResolveProfile(*rig);
  for (const std::string& warning : answer.warnings) console.Warn(warning);
  if (!options.output.empty()) RETURN_IF_ERROR(WriteOutput(options.output, EncodeProfile(answer.profile, *rig)));
  console.Answer(ParseJson(ProfileAnswerJson(answer, *rig)), Text(answer, *rig));
  return absl::OkStatus();
}

}  // namespace

void AddProfileCommand(CommandLine& line) {
  const auto options = std::make_shared<Options>();
  Command command =
      line.Add("profile", "Finds the humanoid role of every bone, or says why there is none. Needs no daemon.",
               "retargetctl profile hero.glb -o hero.profile",
               [options](const Console& console) { return Run(*options, console); });
  command.Required("RIG", options->rig, "GLB, glTF, VRM, ZMSH or rig.json");
  command.Text("--profile", options->profile, "humanoid.profile to check in place of the rig's own");
  command.Flag("--derive", options->derive, "Leave the rig's own profile (VRM, ZMSH, rig.json) aside");
  command.Text("-o,--output", options->output, "Write a .profile file, to be edited and given to bake");
}

}  // namespace retarget::ctl
