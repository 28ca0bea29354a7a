#include "core/import/animation.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/cat.h"
#include "core/base/problem_list.h"
#include "core/base/status_macros.h"
#include "core/base/text.h"

namespace retarget {
namespace {

absl::StatusOr<const Rig*> SourceRig(const Scene& scene, const Rig* given, bool embedded) {
  const Rig* own = scene.rig ? &*scene.rig : nullptr;
  if (embedded && own != nullptr) return own;
  if (given != nullptr) return given;
  if (own != nullptr) return own;
  return absl::InvalidArgumentError("the clip has no rig: give --source-rig");
}

// Bones by name: the only one, else the only joint; -1 where neither is single.
std::map<std::string_view, int> BonesByName(const Rig& rig) {
  std::map<std::string_view, std::vector<int>> all;
  for (int bone = 0; bone < rig.num_bones(); ++bone) all[rig.bone_names()[bone]].push_back(bone);
  std::map<std::string_view, int> out;
  for (auto& [name, bones] : all) {
    if (bones.size() > 1)
      bones.erase(std::remove_if(bones.begin(), bones.end(), [&](int b) { return !rig.is_joint(b); }), bones.end());
    out[name] = bones.size() == 1 ? bones.front() : -1;
  }
  return out;
}

absl::StatusOr<Clip> BindByName(const Clip& clip, const Rig& rig) {
  const std::map<std::string_view, int> bones = BonesByName(rig);
  Clip bound = clip;
  bound.bone_names = rig.bone_names();
  ProblemList problems;
  for (size_t i = 0; i < clip.channels.size(); ++i) {
    const std::string& name = clip.bone_names[clip.channels[i].bone];
    const auto found = bones.find(name);
    if (found == bones.end()) {
      const std::string nearest = NearestName(name, rig.bone_names());
      problems.Add(Cat(ChannelLabel(i, clip.channels[i], clip.bone_names), ": the source rig has no such bone",
                       nearest.empty() ? "" : Cat(" (nearest: ", Quoted(nearest), ")")));
    } else if (found->second < 0) {
      problems.Add(
          Cat(ChannelLabel(i, clip.channels[i], clip.bone_names), ": several bones of the source rig have this name"));
    } else {
      bound.channels[i].bone = found->second;
    }
  }
  RETURN_IF_ERROR(problems.ToStatus());
  RETURN_IF_ERROR(ValidateClip(bound));  // two bones of one name in the clip would drive one bone of the rig
  return bound;
}

}  // namespace

absl::StatusOr<Animation> ResolveAnimation(const Scene& clip_scene, std::string_view clip_name,
                                           const Rig* given_source_rig, bool embedded_rig) {
  ASSIGN_OR_RETURN(const Clip* clip, FindClip(clip_scene, clip_name));
  ASSIGN_OR_RETURN(const Rig* rig, SourceRig(clip_scene, given_source_rig, embedded_rig));
  Animation animation{*rig, *clip, clip_scene.warnings};
  if (clip->bone_names != rig->bone_names()) {
    ASSIGN_OR_RETURN(animation.clip, BindByName(*clip, *rig));
    animation.warnings.push_back(Cat("clip ", Quoted(clip->name), ": bones were bound to the source rig by name"));
  }
  return animation;
}

}  // namespace retarget
