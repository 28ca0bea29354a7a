// rig.json: see FORMAT.md.

#include <optional>
#include <utility>

#include "core/base/cat.h"
#include "core/base/json_text.h"
#include "core/base/json_view.h"
#include "core/base/status_macros.h"
#include "core/rig/bone_ref.h"
#include "core/rig/codecs.h"
#include "core/rig/roles.h"

namespace retarget {
namespace {

void AppendNumbers(std::string& out, std::initializer_list<double> values) {
  std::string_view separator = "[";
  for (double value : values) {
    out += separator;
    AppendJsonNumber(out, value);
    separator = ", ";
  }
  out += "]";
}

void AppendMatrix(std::string& out, const Mat4& m) {
  AppendNumbers(out, {m[0][0], m[0][1], m[0][2], m[0][3], m[1][0], m[1][1], m[1][2], m[1][3],  //
                      m[2][0], m[2][1], m[2][2], m[2][3], m[3][0], m[3][1], m[3][2], m[3][3]});
}

void AppendBone(std::string& out, const Rig& rig, int bone) {
  const Transform& rest = rig.rest()[bone];
  const Quat& q = rest.rotation;
  out += "    { \"name\": ";
  AppendJsonString(out, rig.bone_names()[bone]);
  out += Cat(", \"parent\": ", rig.parents()[bone], ",\n      \"translation\": ");
  AppendNumbers(out, {rest.translation.x, rest.translation.y, rest.translation.z});
  out += ", \"rotation\": ";
  AppendNumbers(out, {q.x, q.y, q.z, q.w});
  out += ", \"scale\": ";
  AppendNumbers(out, {rest.scale.x, rest.scale.y, rest.scale.z});
  if (rig.is_joint(bone)) {
    out += ",\n      \"inverseBind\": ";
    AppendMatrix(out, *rig.inverse_binds()[bone]);
  }
  out += " }";
}

void AppendPoses(std::string& out, const std::vector<RolePose>& poses) {
  out += ",\n    \"poses\": {";
  std::string_view separator = "\n      ";
  for (const RolePose& pose : poses) {
    out += separator;
    AppendJsonString(out, pose.role);
    out += ": ";
    AppendNumbers(out, {pose.turn_deg.x, pose.turn_deg.y, pose.turn_deg.z});
    separator = ",\n      ";
  }
  out += "\n    }";
}

void AppendProfile(std::string& out, const Rig& rig, const Profile& profile) {
  out += ",\n  \"profile\": {\n    \"base\": ";
  AppendJsonString(out, profile.base);
  out += Cat(",\n    \"boneCount\": ", profile.bone_count, ",\n    \"roles\": {");
  std::string_view separator = "\n      ";
  for (const RoleBone& entry : profile.roles) {
    out += separator;
    AppendJsonString(out, entry.role);
    out += ": ";
    AppendJsonString(out, BoneRef(rig, entry.bone));
    separator = ",\n      ";
  }
  out += profile.roles.empty() ? "}" : "\n    }";
  if (!profile.poses.empty()) AppendPoses(out, profile.poses);
  out += "\n  }";
}

absl::StatusOr<Vec3> ReadVec3(const JsonView& object, std::string_view field) {
  ASSIGN_OR_RETURN(const JsonView view, object.Field({field}));
  ASSIGN_OR_RETURN(const std::vector<double> v, view.Numbers(3));
  return Vec3(v[0], v[1], v[2]);
}

absl::StatusOr<std::optional<Mat4>> ReadInverseBind(const JsonView& object) {
  ASSIGN_OR_RETURN(const std::optional<JsonView> view, object.OptionalField({"inverseBind"}));
  if (!view) return std::nullopt;
  ASSIGN_OR_RETURN(const std::vector<double> numbers, view->Numbers(16));
  Mat4 m(1.0);
  for (int i = 0; i < 16; ++i) m[i / 4][i % 4] = numbers[i];
  return m;
}

absl::StatusOr<RawBone> ReadBone(const JsonView& object) {
  RawBone bone;
  ASSIGN_OR_RETURN(const JsonView name, object.Field({"name"}));
  ASSIGN_OR_RETURN(bone.name, name.String());
  ASSIGN_OR_RETURN(const JsonView parent, object.Field({"parent"}));
  ASSIGN_OR_RETURN(bone.parent, parent.Int(-1, kMaxBones - 1));
  ASSIGN_OR_RETURN(bone.rest.translation, ReadVec3(object, "translation"));
  ASSIGN_OR_RETURN(const JsonView rotation, object.Field({"rotation"}));
  ASSIGN_OR_RETURN(const std::vector<double> q, rotation.Numbers(4));
  bone.rest.rotation = MakeQuat(q[0], q[1], q[2], q[3]);
  ASSIGN_OR_RETURN(bone.rest.scale, ReadVec3(object, "scale"));
  ASSIGN_OR_RETURN(bone.inverse_bind, ReadInverseBind(object));
  return bone;
}

std::string KnownRole(const std::string& spelling, ThumbNaming thumbs) {
  const std::string known = RoleFromAlias(spelling, thumbs);
  return known.empty() ? spelling : known;
}

absl::StatusOr<std::vector<RolePose>> ReadPoses(const JsonView& object, ThumbNaming thumbs) {
  ASSIGN_OR_RETURN(const std::optional<JsonView> view, object.OptionalField({"poses"}));
  std::vector<RolePose> poses;
  if (!view) return poses;
  if (!view->value().is_object()) return view->Error("expected an object");
  for (const auto& [role, value] : view->value().items()) {
    ASSIGN_OR_RETURN(const JsonView entry, view->Field({role}));
    ASSIGN_OR_RETURN(const std::vector<double> turn, entry.Numbers(3));
    poses.push_back({KnownRole(role, thumbs), Vec3(turn[0], turn[1], turn[2])});
  }
  return poses;
}

absl::StatusOr<Profile> ReadProfile(const JsonView& object, const Rig& rig) {
  Profile profile;
  ASSIGN_OR_RETURN(const JsonView base, object.Field({"base"}));
  ASSIGN_OR_RETURN(profile.base, base.String());
  ASSIGN_OR_RETURN(const std::optional<JsonView> bone_count, object.OptionalField({"boneCount"}));
  profile.bone_count = rig.num_bones();
  if (bone_count) {
    ASSIGN_OR_RETURN(profile.bone_count, bone_count->Int(0, kMaxBones));
  }
  ASSIGN_OR_RETURN(const JsonView roles, object.Field({"roles"}));
  if (!roles.value().is_object()) return roles.Error("expected an object");
  std::vector<std::string> spellings;
  for (const auto& [role, bone] : roles.value().items()) spellings.push_back(role);
  const ThumbNaming thumbs = ThumbNamingOf(spellings);
  for (const auto& [role, bone] : roles.value().items()) {
    if (!bone.is_string()) return roles.Error(Cat("role ", role, ": expected the name of a bone"));
    const absl::StatusOr<int> index = FindBoneRef(rig, bone.get_ref<const std::string&>());
    if (!index.ok()) return roles.Error(Cat("role ", role, " maps to ", std::string(index.status().message())));
    profile.roles.push_back({KnownRole(role, thumbs), *index});
  }
  ASSIGN_OR_RETURN(profile.poses, ReadPoses(object, thumbs));
  return profile;
}

}  // namespace

std::string EncodeRigJson(const Rig& rig) {
  std::string out = "{\n  \"name\": ";
  AppendJsonString(out, rig.name());
  out += ",\n  \"bones\": [\n";
  for (int bone = 0; bone < rig.num_bones(); ++bone) {
    AppendBone(out, rig, bone);
    out += bone + 1 < rig.num_bones() ? ",\n" : "\n";
  }
  out += "  ]";
  if (rig.profile()) AppendProfile(out, rig, *rig.profile());
  return out + "\n}\n";
}

absl::StatusOr<Rig> DecodeRigJson(std::string_view text) {
  ASSIGN_OR_RETURN(const nlohmann::json document, ParseJson(text, "rig.json"));
  const JsonView root(document, "rig.json");
  RawRig raw;
  ASSIGN_OR_RETURN(const JsonView name, root.Field({"name"}));
  ASSIGN_OR_RETURN(raw.name, name.String());
  ASSIGN_OR_RETURN(const JsonView bones, root.Field({"bones"}));
  ASSIGN_OR_RETURN(const std::vector<JsonView> elements, bones.Elements());
  for (const JsonView& element : elements) {
    ASSIGN_OR_RETURN(raw.bones.emplace_back(), ReadBone(element));
  }
  ASSIGN_OR_RETURN(const Rig rig, Rig::Build(std::move(raw)));
  ASSIGN_OR_RETURN(const std::optional<JsonView> profile_view, root.OptionalField({"profile"}));
  if (!profile_view) return rig;
  ASSIGN_OR_RETURN(Profile profile, ReadProfile(*profile_view, rig));
  return rig.WithProfile(std::move(profile));
}

}  // namespace retarget
