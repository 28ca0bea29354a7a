#include "server/convert.h"

#include "core/base/cat.h"
#include "server/text_utf8.h"

namespace retarget {
namespace {

// The wire counts from 1 and means the default by 0; `names` are those of the values from 0 on.
template <typename Enum, size_t N>
void ReadEnum(std::string_view field, int wire, const std::array<std::string_view, N>& names, Enum& out,
              RequestProblems& problems) {
  if (wire == 0) return;
  if (wire > 0 && wire <= static_cast<int>(N)) {
    out = static_cast<Enum>(wire - 1);
    return;
  }
  std::string known;
  for (std::string_view name : names) known += Cat(known.empty() ? "" : ", ", name);
  problems.Add(field, absl::InvalidArgumentError(Cat("unknown value ", wire, "; expected one of ", known)));
}

BakeOptions ReadOptions(const v1::BakeOptions& wire, RequestProblems& problems) {
  BakeOptions options;
  options.clip_name = wire.clip_name();
  options.symmetrize = wire.symmetrize();
  options.sample_rate_hz = wire.sample_rate_hz();
  if (wire.has_tolerance_deg()) options.tolerance_deg = wire.tolerance_deg();
  ReadEnum("options.feet", wire.feet(), kFootReferenceNames, options.feet, problems);
  options.mirror = wire.mirror();
  ReadEnum("options.root_motion", wire.root_motion(), kRootMotionNames, options.root_motion, problems);
  ReadEnum("options.hips_scale", wire.hips_scale(), kHipsScaleNames, options.hips_scale, problems);
  if (wire.has_hips_factor()) options.hips_factor = wire.hips_factor();
  options.floor_match = wire.floor_match();
  ReadEnum("options.scale_keys", wire.scale_keys(), kScaleKeysNames, options.scale_keys, problems);
  problems.Add("options", options.Validate());
  return options;
}

void RequireBytes(std::string_view field, std::string_view bytes, RequestProblems& problems) {
  if (bytes.empty()) problems.Add(field, absl::InvalidArgumentError("required, but empty"));
}

ClipBytes ReadClip(const v1::ClipSource& wire, RequestProblems& problems) {
  ClipBytes clip;
  clip.clip_name = wire.clip_name();
  if (wire.has_parts()) {
    const v1::AnimationParts& parts = wire.parts();
    clip.parts = {parts.data_zanim(), parts.rig_zmsh(), parts.humanoid_profile()};
    RequireBytes("clip.parts.data_zanim", parts.data_zanim(), problems);
  } else {
    clip.data = wire.data();
    RequireBytes("clip.data", wire.data(), problems);
  }
  if (wire.has_source_rig()) {
    clip.source_rig = FromWire(wire.source_rig());
    RequireBytes("clip.source_rig.data", wire.source_rig().data(), problems);
  }
  return clip;
}

void SetBone(int bone, const Rig& rig, v1::BoneRef& out) {
  out.set_name(ToUtf8(rig.bone_names()[bone]));
  out.set_index(bone);
}

template <typename Texts>
void AddTexts(const Texts& texts, google::protobuf::RepeatedPtrField<std::string>& out) {
  for (const auto& text : texts) *out.Add() = ToUtf8(text);
}

}  // namespace

RigBytes FromWire(const v1::RigSource& rig) { return {rig.data(), rig.profile_yaml()}; }

BakeRequestBytes FromWire(const v1::ClipSource& clip, const v1::RigSource& target, const v1::BakeOptions& options,
                          RequestProblems& problems) {
  BakeRequestBytes request;
  request.clip = ReadClip(clip, problems);
  request.target = FromWire(target);
  RequireBytes("target.data", target.data(), problems);
  request.options = ReadOptions(options, problems);
  return request;
}

v1::Plan ToWire(const Plan& plan, const Rig& source, const Rig& target) {
  v1::Plan out;
  for (const MappedRole& mapped : plan.mapped) {
    v1::MappedRole& role = *out.add_mapped();
    role.set_role(ToUtf8(mapped.role));
    SetBone(mapped.source_bone, source, *role.mutable_source_bone());
    SetBone(mapped.target_bone, target, *role.mutable_target_bone());
    role.set_confidence(mapped.confidence);
  }
  AddTexts(plan.unmapped_source_roles, *out.mutable_unmapped_source_roles());
  AddTexts(plan.unmapped_target_roles, *out.mutable_unmapped_target_roles());
  AddTexts(plan.animated_unmapped_source_bones, *out.mutable_animated_unmapped_source_bones());
  AddTexts(plan.warnings, *out.mutable_warnings());
  out.set_hips_height_ratio(plan.hips_height_ratio);
  for (const OptionText& option : plan.options) (*out.mutable_options())[option.name] = ToUtf8(option.value);
  if (plan.root_bone >= 0) SetBone(plan.root_bone, target, *out.mutable_root_bone());
  return out;
}

v1::HumanoidAnswer ToWire(const HumanoidAnswer& answer, const Rig* rig) {
  v1::HumanoidAnswer out;
  out.set_humanoid(answer.humanoid);
  out.set_reason(ToUtf8(answer.reason));
  out.set_base(ToUtf8(answer.profile.base));
  out.set_bone_count(rig == nullptr ? 0 : rig->num_bones());
  for (const RoleEvidence& evidence : answer.evidence) {
    if (rig == nullptr || evidence.bone < 0) continue;
    v1::RoleEvidence& role = *out.add_roles();
    role.set_role(ToUtf8(evidence.role));
    SetBone(evidence.bone, *rig, *role.mutable_bone());
    role.set_name_score(evidence.name_score);
    role.set_geometry_score(evidence.geometry_score);
    if (evidence.runner_up >= 0) SetBone(evidence.runner_up, *rig, *role.mutable_runner_up());
    role.set_conflict(ToUtf8(evidence.conflict));
  }
  AddTexts(answer.missing, *out.mutable_missing_roles());
  AddTexts(answer.warnings, *out.mutable_warnings());
  return out;
}

v1::LimbDistance ToWire(const LimbDistance& distance) {
  v1::LimbDistance out;
  out.set_role(ToUtf8(distance.role));
  out.set_from_t_deg(distance.from_t_deg);
  return out;
}

v1::BakeOrigin ToWire(BakeOrigin origin) {
  switch (origin) {
    case BakeOrigin::kBaked:
      return v1::BAKE_ORIGIN_BAKED;
    case BakeOrigin::kHot:
      return v1::BAKE_ORIGIN_HOT;
    case BakeOrigin::kDisk:
      return v1::BAKE_ORIGIN_DISK;
    case BakeOrigin::kJoined:
      return v1::BAKE_ORIGIN_JOINED;
  }
  return v1::BAKE_ORIGIN_UNSPECIFIED;
}

v1::BakeResponse ToWire(const BakeAnswer& answer, bool omit_bytes) {
  v1::BakeResponse out;
  out.set_bake_key(answer.inputs->key->Text());
  out.set_digest(answer.digest.Hex());
  out.set_size_bytes(static_cast<int64_t>(answer.zanim->size()));
  out.set_origin(ToWire(answer.origin));
  *out.mutable_plan() = ToWire(answer.inputs->plan, answer.inputs->source, answer.inputs->target);
  out.set_report_json(ToUtf8(answer.report_json));
  if (!omit_bytes && answer.zanim->size() <= kMaxInlineBytes) out.set_zanim(*answer.zanim);
  return out;
}

}  // namespace retarget
