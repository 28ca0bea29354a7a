// retargetctl plan: which source bone would drive which target bone.

#include "client/ctl/commands.h"
#include "client/ctl/common/bake_flags.h"
#include "client/ctl/common/bake_inputs.h"
#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/base/text.h"
#include "core/retarget/bake.h"

namespace retarget::ctl {
namespace {

std::string Text(const Plan& plan, const BakeInputs& inputs) {
  Lines roles;
  for (const MappedRole& mapped : plan.mapped) {
    roles.Add(mapped.role, Cat(Quoted(inputs.source.bone_names()[mapped.source_bone]), " -> ",
                               Quoted(inputs.target.bone_names()[mapped.target_bone]), "  confidence ",
                               Fixed(mapped.confidence, 2)));
  }
  Lines rest;
  rest.Add("hips height ratio", Fixed(plan.hips_height_ratio, 4));
  auto list = [&](const char* label, const std::vector<std::string>& names) {
    if (!names.empty()) rest.Add(label, JoinQuoted(names));
  };
  list("roles only the source has", plan.unmapped_source_roles);
  list("roles only the target has", plan.unmapped_target_roles);
  list("animated bones nothing reads", plan.animated_unmapped_source_bones);
  for (const OptionText& option : plan.options) rest.Add(option.name, option.value);
  return Cat(roles.Text(), rest.Text());
}

struct Options {
  BakePaths paths;
  BakeFlags flags;
};

absl::Status Run(const Options& options, const Console& console) {
  ASSIGN_OR_RETURN(const BakeOptions bake, OptionsOf(options.flags));
  ASSIGN_OR_RETURN(const BakeInputs inputs, LoadBakeInputs(options.paths, /*needs_clip=*/false));
  const Clip* clip = inputs.clip.has_value() ? &*inputs.clip : nullptr;
  ASSIGN_OR_RETURN(const Plan plan, MakePlan(inputs.source, inputs.target, clip, bake));
  for (const std::string& warning : plan.warnings) console.Warn(warning);
  console.Answer(ParseJson(PlanToJson(plan, inputs.source, inputs.target)), Text(plan, inputs));
  return absl::OkStatus();
}

}  // namespace

void AddPlanCommand(CommandLine& line) {
  const auto options = std::make_shared<Options>();
  Command command =
      line.Add("plan", "Shows which source bone would drive which target bone, without baking. Needs no daemon.",
               "retargetctl plan dancer.glb --target soldier.glb",
               [options](const Console& console) { return Run(*options, console); });
  AddBakePaths(command, options->paths);
  AddBakeFlags(command, options->flags);
}

}  // namespace retarget::ctl
