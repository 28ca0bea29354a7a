#include "core/retarget/clip_motion.h"

#include <cmath>
#include <string>
#include <utility>

#include "core/base/cat.h"
#include "core/base/text.h"
#include "core/math/matrix.h"
#include "core/math/quaternion.h"

namespace retarget {
namespace {

// Scales within this share of each other count as uniform: exporters write 0.99999988.
constexpr double kUniformScaleSlack = 1e-4;

bool IsOddScale(const Vec3& s) {
  return !(s.x > 0) || std::fabs(s.y - s.x) > kUniformScaleSlack * s.x ||
         std::fabs(s.z - s.x) > kUniformScaleSlack * s.x;
}

}  // namespace

ClipMotion::ClipMotion(const Rig& rig, const Clip& clip, std::vector<int> rig_bone)
    : rig_(rig), clip_(clip), rig_bone_(std::move(rig_bone)), cursors_(clip.channels.size()) {
  odd_scale_ = HasOddScale();
}

bool ClipMotion::HasOddScale() const {
  for (const Transform& rest : rig_.rest()) {
    if (IsOddScale(rest.scale)) return true;
  }
  for (const Channel& channel : clip_.channels) {
    if (channel.path != Path::kScale) continue;
    for (size_t i = 0; i + 2 < channel.values.size(); i += 3) {
      if (IsOddScale(Vec3(channel.values[i], channel.values[i + 1], channel.values[i + 2]))) return true;
    }
  }
  return false;
}

void ClipMotion::Sample(double time_s, MotionFrame& frame) {
  frame.local = rig_.rest();
  for (size_t i = 0; i < clip_.channels.size(); ++i) {
    const Channel& channel = clip_.channels[i];
    Transform& local = frame.local[rig_bone_[channel.bone]];
    switch (channel.path) {
      case Path::kTranslation:
        local.translation = EvaluateVec3(channel, time_s, cursors_[i]);
        break;
      case Path::kRotation:
        local.rotation = EvaluateRotation(channel, time_s, cursors_[i]);
        break;
      case Path::kScale:
        local.scale = EvaluateVec3(channel, time_s, cursors_[i]);
        break;
    }
  }
  frame.world.resize(rig_.num_bones());
  frame.rotation.resize(rig_.num_bones());
  for (int bone : rig_.order()) {
    const int parent = rig_.parents()[bone];
    const Mat4 local = MatrixFromTransform(frame.local[bone]);
    frame.world[bone] = parent < 0 ? local : frame.world[parent] * local;
    const Quat& rotation = frame.local[bone].rotation;
    frame.rotation[bone] = odd_scale_   ? NearestRotation(frame.world[bone])
                           : parent < 0 ? rotation
                                        : Normalized(frame.rotation[parent] * rotation);
  }
}

absl::StatusOr<std::vector<int>> BindClip(const Clip& clip, const Rig& rig) {
  std::vector<int> rig_bone(clip.bone_names.size(), -1);
  if (clip.bone_names == rig.bone_names()) {
    for (size_t i = 0; i < rig_bone.size(); ++i) rig_bone[i] = static_cast<int>(i);
    return rig_bone;
  }
  for (size_t i = 0; i < rig_bone.size(); ++i) rig_bone[i] = rig.FindBone(clip.bone_names[i]);
  for (const Channel& channel : clip.channels) {
    if (rig_bone[channel.bone] >= 0) continue;
    const std::string& name = clip.bone_names[channel.bone];
    const std::string nearest = NearestName(name, rig.bone_names());
    return absl::InvalidArgumentError(Cat("clip ", Quoted(clip.name), ": the ", PathName(channel.path),
                                          " channel of bone ", Quoted(name), " has no bone in rig ", Quoted(rig.name()),
                                          nearest.empty() ? "" : Cat(" (nearest: ", Quoted(nearest), ")")));
  }
  return rig_bone;
}

}  // namespace retarget
