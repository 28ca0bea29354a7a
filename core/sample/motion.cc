#include "core/sample/motion.h"

#include "core/base/cat.h"
#include "core/math/quaternion.h"
#include "core/math/scalar.h"
#include "core/rig/roles.h"
#include "core/sample/bone_plan.h"
#include "core/sample/random.h"

namespace retarget {

namespace {

const Vec3 kX(1, 0, 0), kY(0, 1, 0), kZ(0, 0, 1);

double Wave(double frequency_hz, double phase_rad, double time_s) {
  return Sin(2.0 * kPi * frequency_hz * time_s + phase_rad);
}

bool IsFoot(std::string_view role) { return role == "leftfoot" || role == "rightfoot"; }

Swing Still(std::string role, const Vec3& axis, double angle_rad) {
  return {std::move(role), axis, angle_rad, 0.0, 1.0, 0.0};
}

// Arms hang down by `drop_rad` and swing forward by `forward_rad`; the elbow bends forward.
void PoseArm(AnalyticMotion& motion, int side, double drop_rad, double forward_rad, double elbow_rad) {
  const char* name = side > 0 ? "left" : "right";
  // One swing about an axis at right angles to the arm, so that it is a shortest arc.
  const Vec3 axis = Vec3(0, -side * forward_rad, -side * drop_rad);
  motion.swings.push_back(Still(Cat(name, "arm"), UnitOr(axis, kZ), Length(axis)));
  motion.swings.push_back(Still(Cat(name, "forearm"), kY, -side * elbow_rad));
}

// A leg stands out sideways by `spread_rad` and forward by `forward_rad`; the knee bends back.
void PoseLeg(AnalyticMotion& motion, int side, double spread_rad, double forward_rad, double knee_rad) {
  const char* name = side > 0 ? "left" : "right";
  const Vec3 axis(-forward_rad, 0, side * spread_rad);
  motion.swings.push_back(Still(Cat(name, "upleg"), UnitOr(axis, kX), Length(axis)));
  motion.swings.push_back(Still(Cat(name, "leg"), kX, knee_rad));
}

void AddWalkLimbs(AnalyticMotion& motion, int side) {
  const std::string name = side > 0 ? "left" : "right";
  const double phase = side > 0 ? 0.0 : kPi;  // legs alternate; an arm swings with the other side's leg
  motion.swings.push_back({name + "upleg", kX, -0.15, 0.42, 1.0, phase + kPi});
  motion.swings.push_back({name + "leg", kX, 0.40, 0.35, 1.0, phase + 0.7 * kPi});  // bent most as the foot leaves
  motion.swings.push_back({name + "foot", kX, 0.0, 0.25, 1.0, phase});
  motion.swings.push_back({name + "toebase", kX, -0.1, 0.1, 1.0, phase - 0.5 * kPi});
  motion.swings.push_back({name + "arm", kX, 0.0, 0.4, 1.0, phase});
  motion.swings.push_back(Still(name + "arm", kZ, -side * 1.35));
  motion.swings.push_back({name + "forearm", kY, -side * 0.4, side * 0.2, 1.0, phase});
  motion.swings.push_back({name + "hand", kZ, -side * 0.1, 0.1, 1.0, phase});
}

}  // namespace

Quat DeviationOf(const AnalyticMotion& motion, std::string_view role, double time_s) {
  const std::string above = ParentRole(role);
  const bool alone = above.empty() || (motion.level_feet && IsFoot(role));
  Quat deviation = alone ? kIdentityRotation : DeviationOf(motion, above, time_s);
  for (const Swing& swing : motion.swings) {
    if (swing.role != role) continue;
    const double angle = swing.offset_rad + swing.amplitude_rad * Wave(swing.frequency_hz, swing.phase_rad, time_s);
    deviation = deviation * AxisAngle(swing.axis, angle);
  }
  return Normalized(deviation);
}

Vec3 HipsDisplacement(const AnalyticMotion& motion, double time_s) {
  Vec3 sum(0, 0, 0);
  for (const Travel& travel : motion.travels) {
    sum += travel.velocity * time_s + travel.amplitude * Wave(travel.frequency_hz, travel.phase_rad, time_s);
  }
  return sum;
}

AnalyticMotion BindPoseMotion(PoseStyle pose, bool level_soles) {
  AnalyticMotion motion;
  motion.level_feet = level_soles;
  for (int side : {1, -1}) {
    const double front = side > 0 ? 1.0 : -1.0;  // a walk starts with the left leg and the right arm
    switch (pose) {
      case PoseStyle::kT:
        break;
      case PoseStyle::kA:
        PoseArm(motion, side, 0.8, 0.1, 0.2);
        PoseLeg(motion, side, 0.1, 0.02, 0.03);
        break;
      case PoseStyle::kI:
        PoseArm(motion, side, 1.4, 0.05, 0.1);
        PoseLeg(motion, side, 0.02, 0.0, 0.02);
        break;
      case PoseStyle::kWalkStart:
        PoseArm(motion, side, 1.1, -front * 0.3, 0.4);
        PoseLeg(motion, side, 0.04, front * 0.35, side > 0 ? 0.1 : 0.3);
        break;
    }
  }
  return motion;
}

AnalyticMotion WalkMotion() {
  AnalyticMotion motion;
  motion.swings = {{"hips", kY, 0, -0.1, 1, 0},       {"hips", kZ, 0, 0.04, 1, 0},   {"spine", kX, 0.06, 0.02, 2, 0},
                   {"spine1", kY, 0, 0.08, 1, 0},     {"spine2", kY, 0, 0.10, 1, 0}, {"neck", kX, 0.03, 0, 1, 0},
                   {"head", kX, -0.08, 0.02, 2, 0.5}, {"head", kY, 0, -0.08, 1, 0}};
  for (int side : {1, -1}) AddWalkLimbs(motion, side);
  motion.travels = {{Vec3(0, 0, 0), Vec3(0.012, 0, 0), 1.0, 0.0}, {Vec3(0, 0, 0), Vec3(0, 0.018, 0), 2.0, 0.4}};
  return motion;
}

AnalyticMotion WaveMotion() {
  AnalyticMotion motion;
  motion.swings = {{"hips", kZ, 0, 0.03, 0.5, 0},         {"spine", kZ, 0.03, 0.03, 0.5, 0},
                   {"spine2", kY, -0.1, 0.04, 0.5, 0},    {"head", kZ, 0.1, 0.06, 0.5, 0},
                   {"leftarm", kZ, -1.3, 0.04, 0.5, 0},   {"leftforearm", kY, -0.3, 0, 1, 0},
                   {"rightshoulder", kZ, -0.15, 0, 1, 0}, {"rightarm", kZ, -0.35, 0.05, 0.5, 0},
                   {"rightarm", kX, -0.3, 0, 1, 0},       {"rightforearm", kZ, -1.1, 0.45, 1.5, 0},
                   {"righthand", kZ, 0, 0.3, 1.5, -0.6}};
  motion.travels = {{Vec3(0, 0, 0), Vec3(0.01, 0, 0), 0.5, 0.0}};
  return motion;
}

AnalyticMotion RandomMotion(uint64_t seed) {
  Random random(seed);
  AnalyticMotion motion;
  for (std::string_view role : BodyRoles()) {
    const bool trunk = SideOfRole(role) == 0;
    for (int i = 0; i < 2; ++i) {
      const double most = trunk ? 0.15 : 0.6;
      motion.swings.push_back({std::string(role), random.UnitVector(), random.Uniform(-most, most),
                               random.Uniform(0.3 * most, most), random.Uniform(0.3, 1.5), random.Uniform(0, 6.0)});
    }
  }
  motion.travels.push_back({random.UnitVector() * 0.4, random.UnitVector() * 0.1, 0.7, random.Uniform(0, 6.0)});
  return motion;
}

}  // namespace retarget
