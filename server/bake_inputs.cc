#include "server/bake_inputs.h"

#include <utility>

#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/import/animation.h"
#include "core/import/scene.h"
#include "core/retarget/bake.h"
#include "core/retarget/content_hash.h"
#include "core/rig/codecs.h"
#include "server/request_problems.h"

namespace retarget {
namespace {

// The clip's file, ready for ResolveAnimation.
struct ClipFile {
  Scene scene;
  bool embedded_rig = false;  // the rig belongs to the clip, not to a mesh beside it
};

absl::StatusOr<Rig> LayProfile(Rig rig, std::string_view yaml, std::string_view field) {
  if (yaml.empty()) return rig;
  absl::StatusOr<Profile> profile = DecodeProfile(yaml, rig);
  if (!profile.ok()) return InField(field, profile.status());
  return rig.WithProfile(*std::move(profile));
}

absl::StatusOr<ClipFile> DecodeParts(const PartsBytes& parts) {
  absl::StatusOr<Scene> scene = LoadScene(parts.data_zanim);
  if (!scene.ok()) return InField("clip.parts.data_zanim", scene.status());
  ClipFile file{*std::move(scene), false};
  if (parts.rig_zmsh.empty()) return file;
  absl::StatusOr<Rig> rig = DecodeZmsh(parts.rig_zmsh);
  if (!rig.ok()) return InField("clip.parts.rig_zmsh", rig.status());
  ASSIGN_OR_RETURN(file.scene.rig, LayProfile(*std::move(rig), parts.humanoid_profile, "clip.parts.humanoid_profile"));
  file.embedded_rig = true;
  return file;
}

absl::StatusOr<ClipFile> DecodeClipFile(const ClipBytes& bytes) {
  if (bytes.parts) return DecodeParts(*bytes.parts);
  absl::StatusOr<Scene> scene = LoadScene(bytes.data);
  if (!scene.ok()) return InField("clip.data", scene.status());
  return ClipFile{*std::move(scene), false};
}

struct Source {
  Rig rig;
  std::optional<Clip> clip;
  std::vector<std::string> warnings;
};

absl::StatusOr<Source> DecodeSource(const ClipBytes& bytes, bool clip_optional) {
  ASSIGN_OR_RETURN(ClipFile file, DecodeClipFile(bytes));
  std::optional<Rig> given;
  if (bytes.source_rig) {
    ASSIGN_OR_RETURN(given, DecodeRig(*bytes.source_rig, "clip.source_rig"));
  }
  if (clip_optional && bytes.clip_name.empty() && file.scene.clips.empty() && file.scene.rig) {
    return Source{*std::move(file.scene.rig), std::nullopt, {}};
  }
  absl::StatusOr<Animation> animation =
      ResolveAnimation(file.scene, bytes.clip_name, given ? &*given : nullptr, file.embedded_rig);
  if (!animation.ok()) return InField("clip", animation.status());
  return Source{std::move(animation->rig), std::move(animation->clip), std::move(animation->warnings)};
}

BakeKey KeyOf(const BakeInputs& inputs) {
  const BakeIdentity id = IdentifyBake(*inputs.clip, inputs.source, inputs.target, inputs.plan, inputs.options);
  BakeKey key{.clip = id.clip, .rig = id.rig};
  key.mode = inputs.options.symmetrize ? BakeMode::kAbsolute : BakeMode::kRelative;
  if (!id.default_options) key.options = id.options;
  return key;
}

}  // namespace

absl::StatusOr<Rig> DecodeRig(const RigBytes& bytes, std::string_view field) {
  const std::string data_field = Cat(field, ".data");
  absl::StatusOr<Scene> scene = LoadScene(bytes.data);
  if (!scene.ok()) return InField(data_field, scene.status());
  if (!scene->rig) return InField(data_field, absl::InvalidArgumentError("the file holds a clip and no rig"));
  return LayProfile(*std::move(scene->rig), bytes.profile_yaml, Cat(field, ".profile_yaml"));
}

absl::StatusOr<BakeInputs> DecodeBake(const BakeRequestBytes& request, bool clip_optional) {
  absl::StatusOr<Source> source = DecodeSource(request.clip, clip_optional);
  absl::StatusOr<Rig> target = DecodeRig(request.target, "target");
  RequestProblems problems;
  problems.Join(source.status());
  problems.Join(target.status());
  RETURN_IF_ERROR(problems.ToStatus());
  const Clip* clip = source->clip ? &*source->clip : nullptr;
  ASSIGN_OR_RETURN(Plan plan, MakePlan(source->rig, *target, clip, request.options));
  plan.warnings.insert(plan.warnings.begin(), source->warnings.begin(), source->warnings.end());
  BakeInputs inputs{std::move(source->rig), *std::move(target), std::move(source->clip),
                    request.options,        std::move(plan),    std::nullopt};
  if (inputs.clip) inputs.key = KeyOf(inputs);
  return inputs;
}

}  // namespace retarget
