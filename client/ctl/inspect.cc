// retargetctl inspect: what is in a file, or in a stored bake.

#include <filesystem>

#include "cache/bake_key.h"
#include "client/ctl/commands.h"
#include "client/ctl/common/daemon.h"
#include "client/ctl/common/describe.h"
#include "client/ctl/common/files.h"
#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/base/text.h"
#include "core/clip/codecs.h"

namespace retarget::ctl {
namespace {

struct Options {
  std::string what;
  DaemonOptions daemon;
  bool bones = false;
};

// A bake key, and no file of that name.
bool IsBakeKey(const std::string& text) { return BakeKey::Parse(text).ok() && !std::filesystem::exists(text); }

Json BonesJson(const Rig& rig) {
  Json bones = Json::array();
  for (int bone = 0; bone < rig.num_bones(); ++bone) {
    bones.push_back({{"index", bone},
                     {"name", rig.bone_names()[bone]},
                     {"parent", rig.parents()[bone]},
                     {"joint", rig.is_joint(bone)}});
  }
  return bones;
}

Json RigJson(const Rig& rig) {
  Json roles = Json::object();
  if (rig.profile().has_value()) {
    for (const RoleBone& role : rig.profile()->roles) roles[role.role] = rig.bone_names()[role.bone];
  }
  return {{"name", rig.name()},
          {"bones", rig.num_bones()},
          {"joints", JointsOf(rig)},
          {"skin", rig.has_skin()},
          {"duplicateNames", rig.DuplicateNames()},
          {"profile", rig.profile().has_value() ? Json{{"base", rig.profile()->base}, {"roles", roles}} : Json()},
          {"boneList", BonesJson(rig)}};
}

std::string RigText(const Rig& rig, bool bones) {
  Lines lines;
  lines.Add("rig", Cat(rig.name().empty() ? "(no name)" : rig.name(), ": ", rig.num_bones(), " bones, ",
                       rig.has_skin() ? Cat("skin of ", JointsOf(rig), " joints") : "no skin"));
  if (rig.profile().has_value()) {
    lines.Add("profile", Cat(rig.profile()->base, ", ", rig.profile()->roles.size(), " roles"));
  }
  if (!rig.DuplicateNames().empty()) lines.Add("bones of one name", JoinQuoted(rig.DuplicateNames()));
  for (int bone = 0; bones && bone < rig.num_bones(); ++bone) {
    const int parent = rig.parents()[bone];
    lines.Add(Cat("bone ", bone), Cat(Quoted(rig.bone_names()[bone]), rig.is_joint(bone) ? " joint" : "",
                                      parent < 0 ? ", root" : Cat(", child of ", parent)));
  }
  return lines.Text();
}

absl::Status InspectFile(const Options& options, const Console& console) {
  ASSIGN_OR_RETURN(const Scene scene, LoadInput(options.what));
  const Rig* rig = scene.rig.has_value() ? &*scene.rig : nullptr;
  Json clips = Json::array();
  Lines lines;
  for (const Clip& clip : scene.clips) {
    const ClipFacts facts = DescribeClip(clip, rig);
    clips.push_back(ToJson(facts));
    lines.Add(Cat("clip ", Quoted(facts.name)), ToText(facts));
  }
  for (const std::string& warning : scene.warnings) console.Warn(warning);
  console.Answer({{"file", options.what},
                  {"rig", rig != nullptr ? RigJson(*rig) : Json()},
                  {"clips", clips},
                  {"warnings", scene.warnings}},
                 Cat(rig != nullptr ? RigText(*rig, options.bones) : "no rig\n", lines.Text()));
  return absl::OkStatus();
}

absl::Status InspectBake(const Options& options, const Console& console) {
  ASSIGN_OR_RETURN(const std::unique_ptr<Client> client, OpenClient(options.daemon));
  const absl::StatusOr<std::string> zanim = client->FetchBake(options.what);
  if (!zanim.ok()) return WithStartHint(zanim.status());
  ASSIGN_OR_RETURN(const Clip clip, DecodeZanim(*zanim));
  v1::ListAuxRequest request;
  request.set_bake_key(options.what);
  ASSIGN_OR_RETURN(const v1::ListAuxResponse aux, client->ListAux(request));
  const std::vector<std::string> names(aux.names().begin(), aux.names().end());
  const ClipFacts facts = DescribeClip(clip, nullptr);
  console.Answer({{"key", options.what}, {"sizeBytes", zanim->size()}, {"clips", {ToJson(facts)}}, {"aux", names}},
                 Lines()
                     .Add("size", SizeText(zanim->size()))
                     .Add(Cat("clip ", Quoted(facts.name)), ToText(facts))
                     .Add("aux", JoinQuoted(names))
                     .Text());
  return absl::OkStatus();
}

absl::Status Run(const Options& options, const Console& console) {
  return IsBakeKey(options.what) ? InspectBake(options, console) : InspectFile(options, console);
}

}  // namespace

void AddInspectCommand(CommandLine& line) {
  const auto options = std::make_shared<Options>();
  Command command = line.Add("inspect", "Lists the rig and the clips of a file, or of a stored bake.",
                             "retargetctl inspect hero.glb --json",
                             [options](const Console& console) { return Run(*options, console); });
  command.Required("FILE", options->what, "Any supported file, an .animation folder, or a bake key (asks the daemon)");
  command.Flag("--bones", options->bones, "List every bone (with --json always)");
  AddDaemonOptions(command, options->daemon);
}

}  // namespace retarget::ctl
