#include "client/ctl/common/bake_inputs.h"

#include <filesystem>
#include <utility>

#include "client/ctl/common/files.h"
#include "core/base/cat.h"
#include "core/base/status_macros.h"

namespace retarget::ctl {
namespace {

absl::StatusOr<Rig> LoadSourceRig(const BakePaths& paths, const Scene& clip_scene, std::vector<std::string>& warnings) {
  const bool composite = std::filesystem::is_directory(paths.clip) && clip_scene.rig.has_value();
  if (!paths.source_rig.empty() && !composite) return LoadRig(paths.source_rig, paths.source_profile);
  if (!paths.source_rig.empty())
    warnings.push_back(Cat(paths.clip, " holds its own source rig; --source-rig is not used"));
  if (clip_scene.rig.has_value()) return RigOf(clip_scene, paths.clip, paths.source_profile);
  return absl::InvalidArgumentError(
      Cat(paths.clip, ": holds a clip without a rig; name the rig it was authored on with --source-rig"));
}

absl::StatusOr<std::optional<Clip>> LoadClip(const BakePaths& paths, const Scene& scene, bool needs_clip) {
  if (!needs_clip && paths.clip_name.empty() && scene.clips.size() != 1) return std::optional<Clip>();
  const absl::StatusOr<const Clip*> clip = FindClip(scene, paths.clip_name);
  if (!clip.ok()) return InFile(clip.status(), paths.clip);
  return std::optional<Clip>(**clip);
}

}  // namespace

void AddBakePaths(CLI::App* command, BakePaths& paths) {
  command
      ->add_option("CLIP", paths.clip, "File with the clip: GLB, glTF, VRM, VRMA, zanim, clip JSON, .animation folder")
      ->required();
  command->add_option("--clip", paths.clip_name, "Name or index of the clip; needed where the file has several");
  command->add_option("--target", paths.target, "Rig to put the clip on: GLB, glTF, VRM, ZMSH or rig.json")->required();
  command->add_option("--source-rig", paths.source_rig, "Rig the clip was authored on, where its file has none");
  command->add_option("--source-profile", paths.source_profile, "humanoid.profile for the source rig");
  command->add_option("--target-profile", paths.target_profile, "humanoid.profile for the target rig");
}

absl::StatusOr<BakeInputs> LoadBakeInputs(const BakePaths& paths, bool needs_clip) {
  ASSIGN_OR_RETURN(const Scene clip_scene, LoadInput(paths.clip));
  ASSIGN_OR_RETURN(std::optional<Clip> clip, LoadClip(paths, clip_scene, needs_clip));
  std::vector<std::string> warnings = clip_scene.warnings;
  ASSIGN_OR_RETURN(Rig source, LoadSourceRig(paths, clip_scene, warnings));
  ASSIGN_OR_RETURN(Scene target_scene, LoadInput(paths.target));
  ASSIGN_OR_RETURN(Rig target, RigOf(target_scene, paths.target, paths.target_profile));
  warnings.insert(warnings.end(), target_scene.warnings.begin(), target_scene.warnings.end());
  return BakeInputs{std::move(clip), std::move(source), std::move(target), std::move(target_scene),
                    std::move(warnings)};
}

}  // namespace retarget::ctl
