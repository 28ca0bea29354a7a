#include "client/ctl/common/bake_inputs.h"

#include <utility>

#include "client/ctl/common/files.h"
#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/import/animation.h"

namespace retarget::ctl {
namespace {

// The rig of --source-rig; absent without the option.
absl::StatusOr<std::optional<Rig>> LoadGivenRig(const BakePaths& paths) {
  if (paths.source_rig.empty()) return std::optional<Rig>();
  ASSIGN_OR_RETURN(Rig rig, LoadRig(paths.source_rig));
  return std::optional<Rig>(std::move(rig));
}

// The source rig and, unless `rig_only`, the clip on it.
absl::Status LoadSource(const BakePaths& paths, bool rig_only, const Scene& scene, BakeInputs& out) {
  ASSIGN_OR_RETURN(const std::optional<Rig> given, LoadGivenRig(paths));
  const bool composite = IsComposite(paths.clip) && scene.rig.has_value();
  const Rig* const given_rig = given.has_value() ? &*given : nullptr;
  if (composite && given_rig != nullptr) {
    out.warnings.push_back(Cat(paths.clip, " holds its own source rig; --source-rig is not used"));
  }
  if (rig_only) {
    const bool use_given = given_rig != nullptr && !composite;
    ASSIGN_OR_RETURN(out.source, use_given ? absl::StatusOr<Rig>(*given_rig) : RigOf(scene, paths.clip));
    return absl::OkStatus();
  }
  absl::StatusOr<Animation> animation = ResolveAnimation(scene, paths.clip_name, given_rig, composite);
  if (!animation.ok()) return InFile(animation.status(), paths.clip);
  out.source = std::move(animation->rig);
  out.clip = std::move(animation->clip);
  out.warnings.insert(out.warnings.end(), animation->warnings.begin(), animation->warnings.end());
  return absl::OkStatus();
}

}  // namespace

void AddBakePaths(Command& command, BakePaths& paths) {
  command.Required("CLIP", paths.clip, "File with the clip: GLB, glTF, VRM, VRMA, zanim, clip JSON, .animation folder");
  command.Text("--clip", paths.clip_name, "Name or index of the clip; needed where the file has several");
  command.Required("--target", paths.target, "Rig to put the clip on: GLB, glTF, VRM, ZMSH or rig.json");
  command.Text("--source-rig", paths.source_rig, "Rig the clip was authored on, where its file has none");
  command.Text("--source-profile", paths.source_profile, "humanoid.profile for the source rig");
  command.Text("--target-profile", paths.target_profile, "humanoid.profile for the target rig");
}

absl::StatusOr<BakeInputs> LoadBakeInputs(const BakePaths& paths, bool needs_clip) {
  ASSIGN_OR_RETURN(const Scene clip_scene, LoadInput(paths.clip));
  ASSIGN_OR_RETURN(Scene target_scene, LoadInput(paths.target));
  ASSIGN_OR_RETURN(Rig target, RigOf(target_scene, paths.target, paths.target_profile));
  BakeInputs inputs{.clip = std::nullopt,
                    .source = target,  // a rig is never empty; replaced below
                    .target = target,
                    .target_scene = std::move(target_scene),
                    .warnings = {}};
  const bool rig_only = !needs_clip && paths.clip_name.empty() && clip_scene.clips.size() != 1;
  RETURN_IF_ERROR(LoadSource(paths, rig_only, clip_scene, inputs));
  ASSIGN_OR_RETURN(inputs.source, WithProfileFile(std::move(inputs.source), paths.source_profile));
  const std::vector<std::string>& more = inputs.target_scene.warnings;
  inputs.warnings.insert(inputs.warnings.end(), more.begin(), more.end());
  return inputs;
}

}  // namespace retarget::ctl
