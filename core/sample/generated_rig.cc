#include "core/sample/generated_rig.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/math/matrix.h"
#include "core/math/quaternion.h"
#include "core/math/scalar.h"
#include "core/sample/bone_plan.h"
#include "core/sample/motion.h"
#include "core/sample/random.h"

namespace retarget {

namespace {

constexpr double kMostPosedRest_rad = 0.5;  // rest against bind, per bone

// A rotation, uniform scale and place: all that a node of a generated rig does to the world.
struct Frame {
  Vec3 position{0, 0, 0};
  Quat rotation = kIdentityRotation;
  double scale = 1.0;

  Mat4 Matrix() const { return MatrixFromTransform({position, rotation, Vec3(scale, scale, scale)}); }
};

Transform LocalOf(const Frame& parent, const Frame& child) {
  const double scale = child.scale / parent.scale;
  return {(glm::conjugate(parent.rotation) * (child.position - parent.position)) / parent.scale,
          Normalized(glm::conjugate(parent.rotation) * child.rotation), Vec3(scale, scale, scale)};
}

// Right-handed axes with `along` on axis `which` (0 = X, 1 = Y); the third axis points forward where it can.
Quat FrameAlong(const Vec3& along, int which) {
  const Vec3 hint = std::fabs(along.z) > 0.8 ? Vec3(0, 1, 0) : Vec3(0, 0, 1);
  const Vec3 z = UnitOr(hint - along * glm::dot(hint, along), AnyPerpendicular(along));
  return which == 0 ? QuatFromMatrix(Mat3(along, glm::cross(z, along), z))
                    : QuatFromMatrix(Mat3(glm::cross(along, z), along, z));
}

Quat TPoseFrame(RestAxis style, const PlannedBone& bone, const Quat& bind_deviation, Random& random) {
  switch (style) {
    case RestAxis::kIdentity:
      return kIdentityRotation;
    case RestAxis::kWorldAtBind:
      return glm::conjugate(bind_deviation);
    case RestAxis::kYAlongBone:
      return FrameAlong(bone.direction, 1);
    case RestAxis::kXAlongBone:
      return FrameAlong(bone.side < 0 ? -bone.direction : bone.direction, 0);
    case RestAxis::kRandom:
      return random.Turn(kPi);
  }
  return kIdentityRotation;
}

// The node above the hips, if any.
std::optional<std::pair<std::string, Frame>> NodeAboveHips(Parents parents, double scale) {
  const Quat minus_90_x = AxisAngle(Vec3(1, 0, 0), -0.5 * kPi);
  switch (parents) {
    case Parents::kNone:
      return std::nullopt;
    case Parents::kArmatureMinus90X:
      return {{"Armature", {Vec3(0, 0, 0), minus_90_x, 1.0}}};
    case Parents::kScale001:
      return {{"Armature", {Vec3(0, 0, 0), minus_90_x, 0.01}}};
    case Parents::kScale100:
      return {{"Armature", {Vec3(0, 0, 0), kIdentityRotation, 100.0}}};
    case Parents::kPlainNode:
      return {{"Scene", {Vec3(0.3, 0.05, -0.2) * scale, AxisAngle(Vec3(0, 1, 0), 0.6), 1.0}}};
  }
  return std::nullopt;
}

class Generator {
 public:
  explicit Generator(const RigStyle& style)
      : style_(style),
        random_(style.seed),
        bones_(PlanBones(style)),
        facing_(AxisAngle({0, 1, 0}, style.facing_yaw_rad)) {}

  absl::StatusOr<GeneratedRig> Generate() {
    Pose();
    raw_.name = style_.name;
    above_ = NodeAboveHips(style_.parents, style_.scale);
    if (above_) AddNodeAbove();
    for (size_t i = 0; i < bones_.size(); ++i) AddBone(i);
    if (style_.profile) AddProfile();
    if (style_.shuffle) Shuffle();
    ASSIGN_OR_RETURN(Rig rig, Rig::Build(raw_));
    GeneratedRig out{std::move(rig)};
    out.style = style_;
    out.world_from_character = facing_;
    FillFacts(out);
    return out;
  }

 private:
  // Orientations at bind and in the canonical pose, positions at bind; character frame.
  void Pose() {
    const AnalyticMotion limbs = BindPoseMotion(style_.pose, false);
    const AnalyticMotion pose = BindPoseMotion(style_.pose, style_.level_soles);
    for (size_t i = 0; i < bones_.size(); ++i) {
      const PlannedBone& bone = bones_[i];
      const int up = bone.parent;
      const bool rides = bone.motion_role.empty() && up >= 0;
      deviation_.push_back(rides ? deviation_[up] : DeviationOf(pose, bone.motion_role, 0.0));
      aim_.push_back(rides ? aim_[up] : DeviationOf(limbs, bone.motion_role, 0.0));
      bind_.push_back(Normalized(deviation_[i] * TPoseFrame(style_.rest_axis, bone, deviation_[i], random_)));
      canonical_.push_back(Normalized(glm::conjugate(aim_[i]) * bind_[i]));
      const Vec3 offset = up < 0 ? bone.position : bone.position - bones_[up].position;
      bind_at_.push_back(up < 0 ? offset : bind_at_[up] + deviation_[up] * offset);
    }
  }

  void AddNodeAbove() {
    RawBone node;
    node.name = above_->first;
    node.rest = LocalOf(Frame{}, above_->second);
    raw_.bones.push_back(std::move(node));
    plan_of_.push_back(-1);
  }

  Frame WorldFrame(size_t i) const {
    return {facing_ * bind_at_[i] * style_.scale, Normalized(facing_ * bind_[i]), above_ ? above_->second.scale : 1.0};
  }

  void AddBone(size_t i) {
    const int first = above_ ? 1 : 0, up = bones_[i].parent;
    RawBone bone;
    bone.name = bones_[i].name;
    bone.parent = up >= 0 ? up + first : first - 1;
    const Frame parent = up >= 0 ? WorldFrame(up) : above_ ? above_->second : Frame{};
    bone.rest = LocalOf(parent, WorldFrame(i));
    if (style_.skin) {
      const Mat4 skin = style_.skin_in_parent_space && above_ ? above_->second.Matrix() : Mat4(1.0);
      bone.inverse_bind = AffineInverse(WorldFrame(i).Matrix()) * skin;
    }
    if (style_.rest_is_posed) bone.rest.rotation = Normalized(bone.rest.rotation * random_.Turn(kMostPosedRest_rad));
    raw_.bones.push_back(std::move(bone));
    plan_of_.push_back(static_cast<int>(i));
  }

  void AddProfile() {
    Profile profile;
    profile.base = "generated";
    profile.bone_count = static_cast<int>(raw_.bones.size());
    for (size_t i = 0; i < plan_of_.size(); ++i) {
      if (plan_of_[i] < 0 || bones_[plan_of_[i]].role.empty()) continue;
      profile.Set(bones_[plan_of_[i]].role, static_cast<int>(i));
    }
    raw_.profile = std::move(profile);
  }

  // Fisher-Yates; new index of old bone i is to[i].
  void Shuffle() {
    std::vector<int> to(raw_.bones.size());
    std::iota(to.begin(), to.end(), 0);
    for (int i = static_cast<int>(to.size()) - 1; i > 0; --i) std::swap(to[i], to[random_.Below(i + 1)]);
    std::vector<RawBone> bones(to.size());
    std::vector<int> plan_of(to.size());
    for (size_t i = 0; i < to.size(); ++i) {
      bones[to[i]] = std::move(raw_.bones[i]);
      if (int& parent = bones[to[i]].parent; parent >= 0) parent = to[parent];
      plan_of[to[i]] = plan_of_[i];
    }
    raw_.bones = std::move(bones);
    plan_of_ = std::move(plan_of);
    if (raw_.profile) AddProfile();
  }

  void FillFacts(GeneratedRig& out) const {
    for (int i : plan_of_) {
      const PlannedBone bone = i < 0 ? PlannedBone{} : bones_[i];
      out.roles.push_back(bone.role);
      out.motion_roles.push_back(bone.motion_role);
      out.sides.push_back(bone.side);
      out.canonical.push_back(i < 0 ? kIdentityRotation : canonical_[i]);
      out.bind.push_back(i < 0 ? kIdentityRotation : bind_[i]);
      const Vec3 at = i < 0 ? above_->second.position : facing_ * bind_at_[i] * style_.scale;
      const Vec3 reach =
          i < 0 ? Vec3(0, 0, 0) : facing_ * (deviation_[i] * bone.direction) * bone.length * style_.scale;
      out.bind_world_position.push_back(at);
      out.bind_end.push_back(at + reach);
    }
    out.hips_height = HipsHeight();
  }

  double HipsHeight() const {
    double lowest = bind_at_[0].y;
    for (size_t i = 0; i < bones_.size(); ++i) {
      const bool foot = bones_[i].role.ends_with("foot") || bones_[i].role.ends_with("toebase");
      if (foot) lowest = std::min(lowest, bind_at_[i].y);
    }
    return (bind_at_[0].y - lowest) * style_.scale;
  }

  const RigStyle& style_;
  Random random_;
  const std::vector<PlannedBone> bones_;
  const Quat facing_;
  // Per planned bone. deviation: T-pose -> bind; aim: the part of it that aiming the limbs takes back.
  std::vector<Quat> deviation_, aim_, bind_, canonical_;
  std::vector<Vec3> bind_at_;
  std::optional<std::pair<std::string, Frame>> above_;
  RawRig raw_;
  std::vector<int> plan_of_;  // rig bone -> planned bone, -1 for the node above
};

}  // namespace

int GeneratedRig::BoneOf(std::string_view role) const {
  const auto found = std::find(roles.begin(), roles.end(), role);
  return found == roles.end() || role.empty() ? -1 : static_cast<int>(found - roles.begin());
}

absl::StatusOr<GeneratedRig> GenerateRig(const RigStyle& style) {
  RETURN_IF_ERROR(style.Validate());
  return Generator(style).Generate();
}

}  // namespace retarget
