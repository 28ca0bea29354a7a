// retargetctl convert: the same clip or rig in another file format.

#include <optional>

#include "client/ctl/commands.h"
#include "client/ctl/common/files.h"
#include "client/ctl/common/rig_output.h"
#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/clip/codecs.h"
#include "core/import/animation.h"
#include "core/import/export_gltf.h"

namespace retarget::ctl {
namespace {

struct Options {
  std::string input, clip_name, rig, output;
  bool as_rig = false;
};

// The clips to write: the one asked for, else all.
absl::StatusOr<std::vector<Clip>> ChosenClips(const Options& options, const Scene& scene) {
  if (options.clip_name.empty()) return scene.clips;
  const absl::StatusOr<const Clip*> clip = FindClip(scene, options.clip_name);
  if (!clip.ok()) return InFile(clip.status(), options.input);
  return std::vector<Clip>{**clip};
}

absl::StatusOr<std::string> ToGlb(const Options& options, const Scene& scene) {
  std::optional<Rig> rig = scene.rig;
  if (!options.rig.empty()) {
    ASSIGN_OR_RETURN(rig, LoadRig(options.rig));
  }
  if (!rig.has_value()) {
    return absl::InvalidArgumentError(Cat(options.input, ": holds a clip without a rig; a GLB needs --rig RIG"));
  }
  ASSIGN_OR_RETURN(std::vector<Clip> clips, ChosenClips(options, scene));
  for (Clip& clip : clips) {
    Scene alone;
    alone.clips.push_back(std::move(clip));
    ASSIGN_OR_RETURN(Animation animation, ResolveAnimation(alone, "", &*rig, /*embedded_rig=*/false));
    clip = std::move(animation.clip);
  }
  return SkeletonGlb(*rig, clips);
}

absl::StatusOr<std::string> ToClipFile(const Options& options, const Scene& scene, FileFormat format) {
  const absl::StatusOr<const Clip*> clip = FindClip(scene, options.clip_name);
  if (!clip.ok()) return InFile(clip.status(), options.input);
  return format == FileFormat::kZanim ? EncodeZanim(**clip) : EncodeClipJson(**clip);
}

absl::Status Run(const Options& options, const Console& console) {
  ASSIGN_OR_RETURN(const FileFormat format, FormatOfOutput(options.output, {FileFormat::kGlb, FileFormat::kZanim,
                                                                            FileFormat::kJson, FileFormat::kZmsh}));
  RETURN_IF_ERROR(CheckWritable(options.output));
  ASSIGN_OR_RETURN(const Scene scene, LoadInput(options.input));
  const bool rig_json = format == FileFormat::kJson && (options.as_rig || scene.clips.empty());
  std::string kind = "clip";
  if (format == FileFormat::kZmsh || rig_json) {
    kind = "rig";
    ASSIGN_OR_RETURN(const Rig rig, RigOf(scene, options.input));
    RETURN_IF_ERROR(WriteRig(options.output, rig));
  } else if (format == FileFormat::kGlb) {
    kind = "rig and clips";
    ASSIGN_OR_RETURN(const std::string glb, ToGlb(options, scene));
    RETURN_IF_ERROR(WriteOutput(options.output, glb));
  } else {
    ASSIGN_OR_RETURN(const std::string bytes, ToClipFile(options, scene, format));
    RETURN_IF_ERROR(WriteOutput(options.output, bytes));
  }
  for (const std::string& warning : scene.warnings) console.Warn(warning);
  console.Answer({{"kind", kind}, {"output", options.output}, {"warnings", scene.warnings}},
                 Lines().Add("kind", kind).Add("wrote", options.output).Text());
  return absl::OkStatus();
}

}  // namespace

void AddConvertCommand(CommandLine& line) {
  const auto options = std::make_shared<Options>();
  Command command = line.Add("convert", "Writes a clip or rig in another file format. Needs no daemon.",
                             "retargetctl convert hero.glb --clip Walk -o walk.zanim",
                             [options](const Console& console) { return Run(*options, console); });
  command.Required("IN", options->input, "GLB, glTF, VRM, ZMSH, rig.json, zanim, clip JSON, .animation folder");
  command.Text("--clip", options->clip_name, "Name or index of the clip; a GLB gets all clips without it");
  command.Text("--rig", options->rig, "Rig for a GLB, where IN is a clip alone");
  command.Flag("--as-rig", options->as_rig, "With a .json output: rig.json even where IN has clips");
  command.Required("-o,--output", options->output,
                   ".zanim, .json (clip JSON, or rig.json where IN has no clip), .zmsh, .glb (skeleton and clips)");
}

}  // namespace retarget::ctl
