#include "core/retarget/mirror.h"

#include <algorithm>
#include <utility>

#include "absl/status/statusor.h"
#include "core/retarget/symmetrize.h"
#include "core/rig/roles.h"

namespace retarget {
namespace {

// Reflection in the bone's own x on both sides: of a matrix from one bone's space to another's.
Mat4 Mirrored(const Mat4& m) {
  Mat4 out = m;
  for (int i = 1; i < 4; ++i) {
    out[0][i] = -m[0][i];
    out[i][0] = -m[i][0];
  }
  return out;
}

// Signs of the components of one value; tangents of cubic keys flip like their values.
void Flip(Channel& channel) {
  static constexpr float kTranslation[] = {-1, 1, 1}, kRotation[] = {1, -1, -1, 1};
  if (channel.path == Path::kScale) return;
  const float* signs = channel.path == Path::kTranslation ? kTranslation : kRotation;
  const size_t width = static_cast<size_t>(ComponentsOf(channel.path));
  for (size_t i = 0; i < channel.values.size(); ++i) channel.values[i] *= signs[i % width];
}

}  // namespace

Rig MirroredRig(const Rig& rig) {
  RawRig raw = rig.ToRaw();
  for (RawBone& bone : raw.bones) {
    bone.rest.translation = Mirrored(bone.rest.translation);
    bone.rest.rotation = Mirrored(bone.rest.rotation);
    if (bone.inverse_bind) bone.inverse_bind = Mirrored(*bone.inverse_bind);
  }
  if (raw.profile) raw.profile = MirroredProfile(*raw.profile);
  // Signs alone cannot make a valid rig invalid.
  return *Rig::Build(std::move(raw));
}

Clip MirroredClip(const Clip& clip) {
  Clip out = clip;
  for (Channel& channel : out.channels) Flip(channel);
  return out;
}

Profile MirroredProfile(const Profile& profile) {
  Profile out{profile.base, profile.bone_count, {}, {}};
  for (const RoleBone& entry : profile.roles) out.Set(MirroredRole(entry.role), entry.bone);
  for (const RolePose& pose : profile.poses) {
    const Vec3& turn = pose.turn_deg;  // a turn about an axis in the mirror runs the other way
    out.poses.push_back({MirroredRole(pose.role), {turn.x, -turn.y, -turn.z}});
  }
  std::sort(out.poses.begin(), out.poses.end(),
            [](const RolePose& a, const RolePose& b) { return RoleLess(a.role, b.role); });
  return out;
}

}  // namespace retarget
