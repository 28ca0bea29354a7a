#include "core/sample/make_clip.h"

#include <map>
#include <utility>

#include "core/math/matrix.h"
#include "core/math/quaternion.h"

namespace retarget {

namespace {

bool IsFootOrToe(const std::string& role) { return role.ends_with("foot") || role.ends_with("toebase"); }

// Deviations of the roles a rig has, each worked out once.
std::map<std::string, Quat> Deviations(const GeneratedRig& rig, const AnalyticMotion& motion, double time_s) {
  std::map<std::string, Quat> out;
  for (const std::string& role : rig.motion_roles) {
    if (!role.empty()) out.emplace(role, DeviationOf(motion, role, time_s));
  }
  return out;
}

void AppendRotation(Channel& channel, const Quat& rotation) {
  Quat q = Canonical(rotation);
  if (size_t n = channel.values.size(); n >= 4) {
    const float* last = &channel.values[n - 4];
    q = NearestSign(q, MakeQuat(last[0], last[1], last[2], last[3]));
  }
  for (double c : {q.x, q.y, q.z, q.w}) channel.values.push_back(static_cast<float>(c));
}

Channel EmptyChannel(int bone, Path path, absl::Span<const float> times) {
  Channel channel;
  channel.bone = bone;
  channel.path = path;
  channel.times.assign(times.begin(), times.end());
  return channel;
}

}  // namespace

std::vector<Quat> AnalyticRotations(const GeneratedRig& rig, const AnalyticMotion& motion, double time_s,
                                    FeetFrom feet) {
  const std::map<std::string, Quat> deviations = Deviations(rig, motion, time_s);
  std::vector<Quat> world(rig.rig.num_bones(), kIdentityRotation);
  for (int bone : rig.rig.order()) {
    const int parent = rig.rig.parents()[bone];
    const std::string& role = rig.motion_roles[bone];
    if (!role.empty()) {
      const bool from_bind = feet == FeetFrom::kBind && IsFootOrToe(role);
      const Quat& reference = from_bind ? rig.bind[bone] : rig.canonical[bone];
      world[bone] = rig.world_from_character * deviations.at(role) * reference;
    } else if (parent < 0) {
      world[bone] = rig.rig.rest()[bone].rotation;
    } else {
      world[bone] = world[parent] * glm::conjugate(rig.bind[parent]) * rig.bind[bone];
    }
    world[bone] = Normalized(world[bone]);
  }
  return world;
}

Vec3 AnalyticHips(const GeneratedRig& rig, const AnalyticMotion& motion, double time_s) {
  const Vec3 displacement = HipsDisplacement(motion, time_s) * rig.hips_height;
  return rig.bind_world_position[rig.BoneOf("hips")] + rig.world_from_character * displacement;
}

std::vector<float> EvenTimes(double end_s, int count) {
  std::vector<float> times;
  for (int i = 0; i < count; ++i) times.push_back(static_cast<float>(end_s * i / (count - 1)));
  return times;
}

Clip MakeClip(const GeneratedRig& rig, const AnalyticMotion& motion, const std::string& name,
              absl::Span<const float> times, FeetFrom feet) {
  const int hips = rig.BoneOf("hips"), above = rig.rig.parents()[hips];
  const Mat4 parent_from_world = above < 0 ? Mat4(1.0) : AffineInverse(rig.rig.rest_world()[above]);
  Channel travel = EmptyChannel(hips, Path::kTranslation, times);
  std::map<int, Channel> turns;
  for (int bone = 0; bone < rig.rig.num_bones(); ++bone) {
    if (bone != above) turns.emplace(bone, EmptyChannel(bone, Path::kRotation, times));
  }
  for (float time : times) {
    const std::vector<Quat> world = AnalyticRotations(rig, motion, time, feet);
    for (auto& [bone, channel] : turns) {
      const int parent = rig.rig.parents()[bone];
      AppendRotation(channel, parent < 0 ? world[bone] : glm::conjugate(world[parent]) * world[bone]);
    }
    const Vec3 local = TransformPoint(parent_from_world, AnalyticHips(rig, motion, time));
    for (int i = 0; i < 3; ++i) travel.values.push_back(static_cast<float>(local[i]));
  }
  Clip clip;
  clip.name = name;
  clip.bone_names = rig.rig.bone_names();
  for (auto& [bone, channel] : turns) clip.channels.push_back(std::move(channel));
  clip.channels.push_back(std::move(travel));
  clip.duration_s = times.empty() ? 0.0 : times.back();
  SortChannels(clip);
  return clip;
}

}  // namespace retarget
