// ZMSH, version 1: see FORMAT.md.

#include <optional>
#include <utility>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"
#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/rig/codecs.h"

namespace retarget {
namespace {

constexpr std::string_view kMagic = "ZMSH";
constexpr uint32_t kVersion = 1;
constexpr std::string_view kSkin = "SKIN";
constexpr std::string_view kProfile = "PROF";
constexpr std::string_view kPoses = "POSE";  // beside PROF, so that readers of before skip it
// Smallest records: empty name, parent, ten f64, one byte; empty role, bone; empty role, three f64.
constexpr size_t kLeastBoneBytes = 4 + 4 + 80 + 1;
constexpr size_t kLeastRoleBytes = 4 + 4;
constexpr size_t kLeastPoseBytes = 4 + 24;

void WriteChunk(ByteWriter& out, std::string_view fourcc, std::string payload) {
  out.Bytes(fourcc);
  out.String(payload);  // u32 size, then the payload
}

std::string EncodeSkin(const Rig& rig) {
  ByteWriter out;
  out.String(rig.name());
  out.U32(static_cast<uint32_t>(rig.num_bones()));
  for (int bone = 0; bone < rig.num_bones(); ++bone) {
    const Transform& rest = rig.rest()[bone];
    out.String(rig.bone_names()[bone]);
    out.U32(static_cast<uint32_t>(rig.parents()[bone]));
    for (int i = 0; i < 3; ++i) out.F64(rest.translation[i]);
    for (double v : {rest.rotation.x, rest.rotation.y, rest.rotation.z, rest.rotation.w}) out.F64(v);
    for (int i = 0; i < 3; ++i) out.F64(rest.scale[i]);
    const std::optional<Mat4>& inverse_bind = rig.inverse_binds()[bone];
    out.U8(inverse_bind ? 1 : 0);
    for (int i = 0; inverse_bind && i < 16; ++i) out.F64((*inverse_bind)[i / 4][i % 4]);
  }
  return out.Take();
}

std::string EncodeProfileChunk(const Profile& profile) {
  ByteWriter out;
  out.String(profile.base);
  out.U32(static_cast<uint32_t>(profile.bone_count));
  out.U32(static_cast<uint32_t>(profile.roles.size()));
  for (const RoleBone& entry : profile.roles) {
    out.String(entry.role);
    out.U32(static_cast<uint32_t>(entry.bone));
  }
  return out.Take();
}

std::string EncodePoses(const Profile& profile) {
  ByteWriter out;
  out.U32(static_cast<uint32_t>(profile.poses.size()));
  for (const RolePose& pose : profile.poses) {
    out.String(pose.role);
    for (int i = 0; i < 3; ++i) out.F64(pose.turn_deg[i]);
  }
  return out.Take();
}

absl::StatusOr<Vec3> ReadVec3(ByteReader& in, std::string_view what) {
  Vec3 v(0.0);
  for (int i = 0; i < 3; ++i) {
    ASSIGN_OR_RETURN(v[i], in.F64(what));
  }
  return v;
}

absl::StatusOr<Transform> ReadRest(ByteReader& in) {
  Transform rest;
  ASSIGN_OR_RETURN(rest.translation, ReadVec3(in, "ZMSH bone translation"));
  for (double* part : {&rest.rotation.x, &rest.rotation.y, &rest.rotation.z, &rest.rotation.w}) {
    ASSIGN_OR_RETURN(*part, in.F64("ZMSH bone rotation"));
  }
  ASSIGN_OR_RETURN(rest.scale, ReadVec3(in, "ZMSH bone scale"));
  return rest;
}

absl::StatusOr<std::optional<Mat4>> ReadInverseBind(ByteReader& in) {
  ASSIGN_OR_RETURN(const uint8_t present, in.U8("ZMSH inverse bind flag"));
  if (present > 1)
    return absl::InvalidArgumentError(Cat("ZMSH inverse bind flag: ", int{present}, ", expected 0 or 1"));
  if (present == 0) return std::nullopt;
  Mat4 m(1.0);
  for (int i = 0; i < 16; ++i) {
    ASSIGN_OR_RETURN(m[i / 4][i % 4], in.F64("ZMSH inverse bind"));
  }
  return m;
}

absl::Status DecodeSkin(std::string_view payload, RawRig& raw) {
  ByteReader in(payload);
  ASSIGN_OR_RETURN(raw.name, in.String("ZMSH rig name"));
  ASSIGN_OR_RETURN(const uint32_t count, in.Count(kLeastBoneBytes, "ZMSH bone count"));
  raw.bones.resize(count);
  for (RawBone& bone : raw.bones) {
    ASSIGN_OR_RETURN(bone.name, in.String("ZMSH bone name"));
    ASSIGN_OR_RETURN(const uint32_t parent, in.U32("ZMSH bone parent"));
    bone.parent = static_cast<int>(parent);
    ASSIGN_OR_RETURN(bone.rest, ReadRest(in));
    ASSIGN_OR_RETURN(bone.inverse_bind, ReadInverseBind(in));
  }
  return in.ExpectEnd("ZMSH chunk SKIN");
}

absl::StatusOr<Profile> DecodeProfileChunk(std::string_view payload) {
  ByteReader in(payload);
  Profile profile;
  ASSIGN_OR_RETURN(profile.base, in.String("ZMSH profile base"));
  ASSIGN_OR_RETURN(const uint32_t bone_count, in.U32("ZMSH profile bone count"));
  profile.bone_count = static_cast<int>(bone_count);
  ASSIGN_OR_RETURN(const uint32_t count, in.Count(kLeastRoleBytes, "ZMSH role count"));
  profile.roles.resize(count);
  for (RoleBone& entry : profile.roles) {
    ASSIGN_OR_RETURN(entry.role, in.String("ZMSH role"));
    ASSIGN_OR_RETURN(const uint32_t bone, in.U32("ZMSH role bone"));
    entry.bone = static_cast<int>(bone);
  }
  RETURN_IF_ERROR(in.ExpectEnd("ZMSH chunk PROF"));
  return profile;
}

absl::StatusOr<std::vector<RolePose>> DecodePoses(std::string_view payload) {
  ByteReader in(payload);
  ASSIGN_OR_RETURN(const uint32_t count, in.Count(kLeastPoseBytes, "ZMSH pose count"));
  std::vector<RolePose> poses(count);
  for (RolePose& pose : poses) {
    ASSIGN_OR_RETURN(pose.role, in.String("ZMSH pose role"));
    ASSIGN_OR_RETURN(pose.turn_deg, ReadVec3(in, "ZMSH pose turn"));
  }
  RETURN_IF_ERROR(in.ExpectEnd("ZMSH chunk POSE"));
  return poses;
}

absl::Status ReadHeader(ByteReader& in) {
  RETURN_IF_ERROR(in.Expect(kMagic, "ZMSH magic"));
  ASSIGN_OR_RETURN(const uint32_t version, in.U32("ZMSH version"));
  if (version == kVersion) return absl::OkStatus();
  return absl::InvalidArgumentError(
      Cat("ZMSH version ", version, " is not known; this reader knows version ", kVersion));
}

}  // namespace

std::string EncodeZmsh(const Rig& rig) {
  ByteWriter out;
  out.Bytes(kMagic);
  out.U32(kVersion);
  WriteChunk(out, kSkin, EncodeSkin(rig));
  if (rig.profile()) WriteChunk(out, kProfile, EncodeProfileChunk(*rig.profile()));
  if (rig.profile() && !rig.profile()->poses.empty()) WriteChunk(out, kPoses, EncodePoses(*rig.profile()));
  return out.Take();
}

absl::StatusOr<Rig> DecodeZmsh(std::string_view bytes) {
  ByteReader in(bytes);
  RETURN_IF_ERROR(ReadHeader(in));
  RawRig raw;
  bool has_skin = false;
  std::optional<std::vector<RolePose>> poses;
  while (!in.done()) {
    ASSIGN_OR_RETURN(const std::string_view fourcc, in.Bytes(4, "ZMSH chunk name"));
    ASSIGN_OR_RETURN(const std::string_view payload, in.String("ZMSH chunk"));
    if ((fourcc == kSkin && has_skin) || (fourcc == kProfile && raw.profile) || (fourcc == kPoses && poses)) {
      return absl::InvalidArgumentError(Cat("ZMSH: a second chunk ", fourcc, ", at most one is allowed"));
    }
    if (fourcc == kSkin) {
      RETURN_IF_ERROR(DecodeSkin(payload, raw));
      has_skin = true;
    } else if (fourcc == kProfile) {
      ASSIGN_OR_RETURN(raw.profile, DecodeProfileChunk(payload));
    } else if (fourcc == kPoses) {
      ASSIGN_OR_RETURN(poses, DecodePoses(payload));
    }
  }
  if (!has_skin) return absl::NotFoundError("no skin: the ZMSH file has no SKIN chunk");
  if (poses && !raw.profile) return absl::InvalidArgumentError("ZMSH: a chunk POSE without a chunk PROF");
  if (poses) raw.profile->poses = *std::move(poses);
  return Rig::Build(std::move(raw));
}

}  // namespace retarget
