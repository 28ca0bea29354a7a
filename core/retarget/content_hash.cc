#include "core/retarget/content_hash.h"

#include <algorithm>
#include <map>
#include <string>

#include "core/base/cat.h"
#include "core/base/field_hasher.h"
#include "core/rig/roles.h"

namespace retarget {
namespace {

void HashVec3(FieldHasher& hasher, const Vec3& v) {
  for (int i = 0; i < 3; ++i) hasher.Double(v[i]);
}

void HashRig(FieldHasher& hasher, const Rig& rig) {
  hasher.Int(rig.num_bones());
  for (int bone = 0; bone < rig.num_bones(); ++bone) {
    const Transform& rest = rig.rest()[bone];
    hasher.Bytes(rig.bone_names()[bone]);
    hasher.Int(rig.parents()[bone]);
    HashVec3(hasher, rest.translation);
    for (double component : {rest.rotation.x, rest.rotation.y, rest.rotation.z, rest.rotation.w}) {
      hasher.Double(component);
    }
    HashVec3(hasher, rest.scale);
    const std::optional<Mat4>& inverse_bind = rig.inverse_binds()[bone];
    hasher.Int(inverse_bind.has_value());
    for (int column = 0; inverse_bind && column < 4; ++column) {
      for (int row = 0; row < 4; ++row) hasher.Double((*inverse_bind)[column][row]);
    }
  }
}

void HashClip(FieldHasher& hasher, Clip clip) {
  SortChannels(clip);
  hasher.Bytes(clip.name);
  hasher.Double(clip.duration_s);
  hasher.Int(static_cast<int64_t>(clip.channels.size()));
  for (const Channel& channel : clip.channels) {
    hasher.Bytes(clip.bone_names[channel.bone]);
    hasher.Int(channel.bone);
    hasher.Int(static_cast<int>(channel.path));
    hasher.Int(static_cast<int>(channel.interpolation));
    hasher.Floats(channel.times);
    hasher.Floats(channel.values);
  }
}

// Role -> bone of everything a bake can read from one side's profile, whatever its options, in name order.
std::map<std::string, int> RolesInUse(const Profile& profile, const Profile& other) {
  std::map<std::string, int> roles;
  for (std::string_view role : BodyRoles()) {
    const int bone = profile.BoneOf(role);
    if (bone >= 0) roles[Cat("body.", role)] = bone;
  }
  for (const RoleBone& entry : profile.roles) {
    const bool paired = other.BoneOf(entry.role) >= 0 || other.BoneOf(MirroredRole(entry.role)) >= 0;
    if (paired) roles["map." + entry.role] = entry.bone;
  }
  return roles;
}

void HashRoles(FieldHasher& hasher, const std::map<std::string, int>& roles) {
  hasher.Int(static_cast<int64_t>(roles.size()));
  for (const auto& [role, bone] : roles) {
    hasher.Bytes(role);
    hasher.Int(bone);
  }
}

// Turns made by hand count where they turn a bone in use, or one that carries it.
void HashPoses(FieldHasher& hasher, const Rig& rig, const Profile& profile, const std::map<std::string, int>& in_use) {
  for (const RolePose& pose : profile.poses) {
    const int posed = profile.BoneOf(pose.role);
    const bool counts = std::any_of(in_use.begin(), in_use.end(), [&](const auto& entry) {
      return posed >= 0 && rig.IsAncestorOrSelf(posed, entry.second);
    });
    if (!counts || pose.turn_deg == Vec3(0)) continue;
    hasher.Bytes("pose");
    hasher.Int(posed);
    HashVec3(hasher, pose.turn_deg);
  }
}

// The part of one side's profile that a bake reads.
void HashProfile(FieldHasher& hasher, const Rig& rig, const Profile& profile, const Profile& other) {
  const std::map<std::string, int> in_use = RolesInUse(profile, other);
  HashRoles(hasher, in_use);
  HashPoses(hasher, rig, profile, in_use);
}

Digest HashOptions(const BakeOptions& options) {
  FieldHasher hasher("retargetd.options.v1");
  hasher.Bytes(options.clip_name);
  hasher.Int(static_cast<int>(options.feet));
  hasher.Double(options.sample_rate_hz);
  hasher.Double(options.tolerance_deg);
  // Younger options count only where they are set: a bake that does not use them keeps its key.
  auto add = [&hasher](std::string_view name, auto value) {
    if (value == decltype(value){}) return;
    hasher.Bytes(name);
    hasher.Int(static_cast<int>(value));
  };
  add("mirror", options.mirror);
  add("root_motion", options.root_motion);
  add("hips_scale", options.hips_scale);
  if (options.hips_scale == HipsScale::kFactor) hasher.Double(options.hips_factor);
  add("floor_match", options.floor_match);
  add("scale_keys", options.scale_keys);
  return hasher.Finish();
}

}  // namespace

BakeIdentity IdentifyBake(const Clip& clip, const Rig& source, const Rig& target, const Plan& plan,
                          const BakeOptions& options) {
  FieldHasher clip_hasher("retargetd.clip.v1"), rig_hasher("retargetd.rig.v1");
  clip_hasher.Int(kAlgorithmVersion);
  HashClip(clip_hasher, clip);
  HashRig(clip_hasher, source);
  HashProfile(clip_hasher, source, plan.source_profile, plan.target_profile);
  rig_hasher.Int(kAlgorithmVersion);
  HashRig(rig_hasher, target);
  HashProfile(rig_hasher, target, plan.target_profile, plan.source_profile);
  BakeIdentity identity{clip_hasher.Finish(), rig_hasher.Finish(), HashOptions(options), false};
  identity.default_options = identity.options == HashOptions(BakeOptions());
  return identity;
}

}  // namespace retarget
