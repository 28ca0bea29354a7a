// retargetctl fetch: a stored bake as a file.

#include "client/ctl/commands.h"
#include "client/ctl/common/clip_output.h"
#include "client/ctl/common/daemon.h"
#include "client/ctl/common/describe.h"
#include "client/ctl/common/progress.h"
#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/clip/codecs.h"

namespace retarget::ctl {
namespace {

struct Options {
  std::string key, target, output;
  DaemonOptions daemon;
};

absl::StatusOr<std::string> Fetch(const Options& options, const Console& console) {
  ASSIGN_OR_RETURN(const std::unique_ptr<Client> client, OpenClient(options.daemon));
  Progress progress(console, "fetching");
  absl::StatusOr<std::string> zanim = client->FetchBake(options.key, [&](int64_t received, int64_t size) {
    progress.Update(Cat("fetching ", SizeText(received), " of ", SizeText(size)));
  });
  if (!zanim.ok()) return WithStartHint(zanim.status());
  return zanim;
}

absl::StatusOr<Scene> LoadTarget(const Options& options) {
  ASSIGN_OR_RETURN(const FileFormat format,
                   FormatOfOutput(options.output, {FileFormat::kGlb, FileFormat::kZanim, FileFormat::kJson}));
  if (format != FileFormat::kGlb) return Scene();
  if (options.target.empty()) {
    return absl::InvalidArgumentError("a GLB needs --target RIG: the rig the clip was baked for");
  }
  ASSIGN_OR_RETURN(Scene scene, LoadInput(options.target));
  RETURN_IF_ERROR(RigOf(scene, options.target).status());
  return scene;
}

absl::Status Run(const Options& options, const Console& console) {
  ASSIGN_OR_RETURN(const Scene scene, LoadTarget(options));
  RETURN_IF_ERROR(CheckWritable(options.output));
  ASSIGN_OR_RETURN(const std::string zanim, Fetch(options, console));
  ASSIGN_OR_RETURN(const Clip clip, DecodeZanim(zanim));
  const TargetFile target{options.target, &scene};
  if (scene.rig.has_value() && clip.bone_names != scene.rig->bone_names()) {
    return absl::InvalidArgumentError(Cat(options.target, ": is not the rig this bake was made for (other bones)"));
  }
  RETURN_IF_ERROR(CheckClipName(options.output, target, clip.name));
  ASSIGN_OR_RETURN(const std::string bytes, EncodeClipFor(options.output, clip, target));
  RETURN_IF_ERROR(WriteOutput(options.output, bytes));
  const ClipFacts facts = DescribeClip(clip, nullptr);
  console.Answer(
      {{"key", options.key}, {"sizeBytes", zanim.size()}, {"clip", ToJson(facts)}, {"output", options.output}},
      Lines()
          .Add("clip", Cat(facts.name, ": ", ToText(facts)))
          .Add("size", SizeText(zanim.size()))
          .Add("wrote", options.output)
          .Text());
  return absl::OkStatus();
}

}  // namespace

void AddFetchCommand(CommandLine& line) {
  const auto options = std::make_shared<Options>();
  Command command = line.Add("fetch", "Writes a stored bake to a file.", "retargetctl fetch KEY -o walk.zanim",
                             [options](const Console& console) { return Run(*options, console); });
  command.Required("KEY", options->key, "Bake key, as `bake` prints it");
  command.Text("--target", options->target, "For a .glb output: the rig the clip was baked for");
  command.Required("-o,--output", options->output, ".zanim, .json (clip JSON) or .glb");
  AddDaemonOptions(command, options->daemon);
}

}  // namespace retarget::ctl
