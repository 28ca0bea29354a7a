// retargetctl bake: puts a clip on another rig.

#include "client/ctl/commands.h"
#include "client/ctl/common/bake_flags.h"
#include "client/ctl/common/bake_inputs.h"
#include "client/ctl/common/bake_runner.h"
#include "client/ctl/common/clip_output.h"
#include "client/ctl/common/daemon.h"
#include "core/base/cat.h"
#include "core/base/status_macros.h"

namespace retarget::ctl {
namespace {

struct Options {
  BakePaths paths;
  DaemonOptions daemon;
  BakeFlags flags;
  std::string output;
  bool local = false, report = false;
};

// A figure of the report, e.g. ("limbDirectionDeg", "max"); 0 where the report has none.
double Figure(const Json& report, const char* group, const char* name) {
  if (!report.contains(group) || !report[group].contains(name)) return 0.0;
  return report[group][name].get<double>();
}

std::string ErrorText(const Json& report, const char* group, int digits, const char* unit) {
  if (!report.contains(group)) return "not known";
  return Cat("mean ", Fixed(Figure(report, group, "mean"), digits), ", p95 ",
             Fixed(Figure(report, group, "p95"), digits), ", max ", Fixed(Figure(report, group, "max"), digits), " ",
             unit);
}

int KeysOf(const BakedClip& baked) {
  size_t most = 0;
  for (const Channel& channel : baked.clip.channels) most = std::max(most, channel.times.size());
  return static_cast<int>(most);
}

std::string Text(const Options& options, const BakedClip& baked) {
  Lines lines;
  lines.Add("key", baked.key)
      .Add("origin", baked.origin)
      .Add("clip", Cat(baked.clip.name, ", ", Fixed(baked.clip.duration_s, 3), " s"))
      .Add("size", SizeText(baked.zanim.size()))
      .Add("keys", Cat(KeysOf(baked), " in ", baked.clip.channels.size(), " channels"))
      .Add("limb error", ErrorText(baked.report, "limbDirectionDeg", 4, "degrees"))
      .Add("hips error", ErrorText(baked.report, "hipsPathInHipsHeights", 6, "hips heights"))
      .Add("wrote", options.output);
  return lines.Text() + (options.report ? Cat("report\n", baked.report.dump(2), "\n") : "");
}

Json Answer(const Options& options, const BakedClip& baked) {
  Json answer = {{"key", baked.key},
                 {"origin", baked.origin},
                 {"hit", baked.origin.starts_with("hit")},
                 {"clip", baked.clip.name},
                 {"duration", baked.clip.duration_s},
                 {"sizeBytes", baked.zanim.size()},
                 {"keys", KeysOf(baked)},
                 {"channels", baked.clip.channels.size()},
                 {"limbErrorDeg", baked.report.value("limbDirectionDeg", Json())},
                 {"hipsErrorInHipsHeights", baked.report.value("hipsPathInHipsHeights", Json())},
                 {"warnings", baked.warnings},
                 {"output", options.output}};
  if (options.report) answer["report"] = baked.report;
  return answer;
}

// The bake knows rigs, not files: says which files it failed on.
absl::Status NamingFiles(const absl::Status& status, const BakePaths& paths) {
  if (status.ok() || absl::IsUnavailable(status)) return status;
  return absl::Status(status.code(),
                      Cat("baking ", paths.clip, " onto ", paths.target, ": ", std::string(status.message())));
}

absl::Status Run(const Options& options, const Console& console) {
  ASSIGN_OR_RETURN(const BakeOptions bake, OptionsOf(options.flags));
  RETURN_IF_ERROR(CheckWritable(options.output));
  ASSIGN_OR_RETURN(const BakeInputs inputs, LoadBakeInputs(options.paths, /*needs_clip=*/true));
  const TargetFile target{options.paths.target, &inputs.target_scene};
  const std::string& name = bake.clip_name.empty() ? inputs.clip->name : bake.clip_name;
  RETURN_IF_ERROR(CheckClipName(options.output, target, name));
  const absl::StatusOr<BakedClip> baked =
      options.local ? BakeLocally(inputs, bake, console) : BakeThroughDaemon(inputs, bake, options.daemon, console);
  if (!baked.ok()) return NamingFiles(baked.status(), options.paths);
  ASSIGN_OR_RETURN(const std::string bytes, EncodeClipFor(options.output, baked->clip, target));
  RETURN_IF_ERROR(WriteOutput(options.output, bytes));
  for (const std::string& warning : baked->warnings) console.Warn(warning);
  console.Answer(Answer(options, *baked), Text(options, *baked));
  return absl::OkStatus();
}

}  // namespace

void AddBakeCommand(CommandLine& line) {
  const auto options = std::make_shared<Options>();
  Command command =
      line.Add("bake", "Retargets a clip onto another rig. Only skeletons and the clip are sent, never meshes.",
               "retargetctl bake dancer.glb --clip Samba --target soldier.glb -o soldier_samba.glb",
               [options](const Console& console) { return Run(*options, console); });
  AddBakePaths(command, options->paths);
  command.Text("--name", options->flags.options.clip_name, "Name of the new clip; default: the source clip's");
  AddBakeFlags(command, options->flags);
  command.Required("-o,--output", options->output, ".glb: the target's file with the clip added; .zanim; .json");
  command.Flag("--local", options->local, "Bake in this process, without a daemon; the bytes are the same");
  command.Flag("--report", options->report, "Add the whole report to the answer");
  AddDaemonOptions(command, options->daemon);
}

}  // namespace retarget::ctl
