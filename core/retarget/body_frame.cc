#include "core/retarget/body_frame.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/base/text.h"
#include "core/math/quaternion.h"
#include "core/math/scalar.h"
#include "core/retarget/limbs.h"

namespace retarget {
namespace {

constexpr double kSnapUpDeg = 25.0;
constexpr double kFloorHipsShare = 0.4;  // of the leg's length
constexpr double kMostThighFromDownDeg = 60.0;
constexpr double kLeastArmFromUpDeg = 30.0;
constexpr double kLeastHeight = 1e-9;

class FrameFinder {
 public:
  FrameFinder(const Rig& rig, const Profile& profile, const BindPose& bind)
      : rig_(rig), profile_(profile), bind_(bind) {}

  absl::StatusOr<BodyFrame> Find() const {
    BodyFrame frame;
    frame.origin = *Position("hips");
    ASSIGN_OR_RETURN(frame.up, FindUp());
    ASSIGN_OR_RETURN(const Vec3 left, FindLeft(frame.up));
    frame.world_from_character = QuatFromMatrix(Mat3(left, frame.up, glm::cross(left, frame.up)));
    ASSIGN_OR_RETURN(frame.hips_height, FindHeight(frame));
    RETURN_IF_ERROR(CheckZeroPose(frame));
    return frame;
  }

 private:
  std::optional<Vec3> Position(std::string_view role) const {
    const int bone = profile_.BoneOf(role);
    if (bone < 0) return std::nullopt;
    return bind_.Position(bone);
  }

  absl::Status Unusable(std::string_view why) const {
    return absl::FailedPreconditionError(Cat("rig ", Quoted(rig_.name()), ": the bind pose is no usable zero pose: ",
                                             why, "; give a rig that stands in a T or A pose"));
  }

  absl::StatusOr<Vec3> FindUp() const {
    std::optional<Vec3> top;
    for (std::string_view role : {"neck", "head", "spine2", "spine1", "spine"}) {
      if (!top) top = Position(role);
    }
    const Vec3 line = UnitOr(top.value_or(*Position("hips")) - *Position("hips"), Vec3(0));
    if (line == Vec3(0)) return Unusable("neck and hips are at one place");
    int k = 0;
    for (int i = 1; i < 3; ++i) {
      if (std::fabs(line[i]) > std::fabs(line[k])) k = i;
    }
    Vec3 axis(0);
    axis[k] = line[k] > 0 ? 1.0 : -1.0;
    return AngleBetween(line, axis) * kDegreesPerRadian < kSnapUpDeg ? axis : line;
  }

  Vec3 RightToLeft(std::string_view right, std::string_view left) const {
    const std::optional<Vec3> r = Position(right), l = Position(left);
    return r && l ? UnitOr(*l - *r, Vec3(0)) : Vec3(0);
  }

  absl::StatusOr<Vec3> FindLeft(const Vec3& up) const {
    const Vec3 line = RightToLeft("rightupleg", "leftupleg") + RightToLeft("rightarm", "leftarm");
    const Vec3 left = line - up * glm::dot(line, up);
    if (Length(left) < 1e-6) return Unusable("the hip and shoulder lines do not say which side is left");
    return UnitOr(left, Vec3(0));
  }

  double LegLength() const {
    double longest = 0.0;
    for (const Limb& limb : Limbs()) {
      const auto hip = Position(limb.upper.near), knee = Position(limb.lower.near), foot = Position(limb.end);
      if (limb.leg && hip && knee && foot) longest = std::max(longest, Length(*knee - *hip) + Length(*foot - *knee));
    }
    return longest;
  }

  absl::StatusOr<double> FindHeight(const BodyFrame& frame) const {
    std::optional<double> lowest;
    for (std::string_view role : {"leftfoot", "rightfoot", "lefttoebase", "righttoebase"}) {
      const std::optional<Vec3> p = Position(role);
      if (p) lowest = std::min(lowest.value_or(glm::dot(*p, frame.up)), glm::dot(*p, frame.up));
    }
    double height = lowest ? glm::dot(frame.origin, frame.up) - *lowest : 0.0;
    const double leg = LegLength();
    if (height < kFloorHipsShare * leg) height = leg;
    if (!(height > kLeastHeight)) return Unusable("the legs have no length");
    return height;
  }

  absl::Status CheckZeroPose(const BodyFrame& frame) const {
    int arms = 0;
    double sides = 0;
    for (const Limb& limb : Limbs()) {
      const auto near = Position(limb.upper.near), far = Position(limb.upper.far);
      if (!near || !far) continue;
      const Vec3 direction = frame.ToCharacter(*far - *near);
      const double from_up = AngleBetween(direction, Vec3(0, 1, 0)) * kDegreesPerRadian;
      if (limb.leg && 180.0 - from_up > kMostThighFromDownDeg) {
        return Unusable(Cat(limb.upper.near, " points ", std::lround(180.0 - from_up), " degrees away from down"));
      }
      if (!limb.leg && from_up < kLeastArmFromUpDeg) {
        return Unusable(Cat(limb.upper.near, " points up (", std::lround(from_up), " degrees from vertical)"));
      }
      if (!limb.leg) {
        ++arms;
        sides += UnitOr(direction, Vec3(0)).x > 0.5 ? 1 : (UnitOr(direction, Vec3(0)).x < -0.5 ? -1 : 0);
      }
    }
    if (arms == 2 && std::fabs(sides) > 1.5) return Unusable("both arms point to one side");
    return absl::OkStatus();
  }

  const Rig& rig_;
  const Profile& profile_;
  const BindPose& bind_;
};

}  // namespace

Vec3 BodyFrame::ToCharacter(const Vec3& world_direction) const {
  return glm::conjugate(world_from_character) * world_direction;
}

Quat BodyFrame::ToCharacter(const Quat& world_rotation) const {
  return glm::conjugate(world_from_character) * world_rotation;
}

absl::StatusOr<BodyFrame> FindBodyFrame(const Rig& rig, const Profile& profile, const BindPose& bind) {
  return FrameFinder(rig, profile, bind).Find();
}

}  // namespace retarget
