// Root motion modes, the scale of hips travel, and the floor: what each does to world positions, by formula.

#include "core/retarget/travel.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/cat.h"
#include "core/math/quaternion.h"
#include "core/math/scalar.h"
#include "core/retarget/bake.h"
#include "tests/core/retarget/laws_support.h"
#include "tests/support/status_matchers.h"

namespace retarget::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const Vec3 kUp(0, 1, 0);

RigStyle Style(uint64_t seed, Parents parents) {
  RigStyle style = RandomStyle(seed);
  style.parents = parents;
  style.profile = true;
  return style;
}

BakeOptions With(RootMotion mode) {
  BakeOptions options;
  options.root_motion = mode;
  return options;
}

// Walks a curve, turning, leaning and bobbing.
AnalyticMotion Stroll() {
  AnalyticMotion motion = RandomMotion(31);
  motion.travels.push_back({{0.7, 0.1, 2.5}, {0.3, 0.05, 0.2}, 1.0, 0.4});
  motion.swings.push_back({"hips", {0, 1, 0}, 0.2, 1.1, 0.5, 0.0});
  return motion;
}

absl::StatusOr<BakeResult> BakeAll(const Rig& source, const Rig& target, const Clip& clip, const BakeOptions& options) {
  BakeResult result;
  BakeJob job;
  job.source = &source;
  job.target = &target;
  job.clip = &clip;
  job.options = options;
  job.result = &result;
  if (absl::Status status = job.Run(); !status.ok()) return status;
  return result;
}

Vec3 Level(const Vec3& v) { return v - kUp * glm::dot(v, kUp); }

// Bones of the body in `a` and `b` at all `times`: turns, and distances in hips heights.
PoseError BodyDifference(const GeneratedRig& rig, const Clip& a, const Clip& b, const std::vector<float>& times) {
  PoseError worst;
  for (float time_s : times) {
    const WorldPose pa = PoseOf(rig.rig, a, time_s), pb = PoseOf(rig.rig, b, time_s);
    for (int bone = 0; bone < rig.rig.num_bones(); ++bone) {
      if (rig.roles[bone].empty()) continue;
      worst.AddAngle(pa.rotations[bone], pb.rotations[bone], rig.roles[bone]);
      worst.AddDistance(Length(pa.positions[bone] - pb.positions[bone]) / rig.hips_height, rig.roles[bone]);
    }
  }
  return worst;
}

TEST(RootMotion, RootFromHipsSplitsTheMotionAndChangesNoBodyBone) {
  PoseError worst;
  const std::vector<float> times = EvenTimes(1.0, 9);
  uint64_t seed = 0;
  for (Parents parents : {Parents::kArmatureMinus90X, Parents::kScale001, Parents::kScale100, Parents::kPlainNode}) {
    const GeneratedRig source = MustGenerate(RandomStyle(++seed)), target = MustGenerate(Style(seed + 20, parents));
    const Clip clip = MakeClip(source, Stroll(), "m", times);
    ASSERT_OK_AND_ASSIGN(const BakeResult whole, BakeAll(source.rig, target.rig, clip, With(RootMotion::kHips)));
    ASSERT_OK_AND_ASSIGN(const BakeResult split,
                         BakeAll(source.rig, target.rig, clip, With(RootMotion::kRootFromHips)));
    worst.Add(BodyDifference(target, whole.clip, split.clip, times));

    const int root = split.plan.root_bone, hips = target.BoneOf("hips");
    ASSERT_EQ(root, target.rig.parents()[hips]);
    EXPECT_EQ(split.report.root_bone, target.rig.bone_names()[root]);
    EXPECT_EQ(whole.plan.root_bone, -1);
    const WorldPose rest = RestPoseOf(target.rig);
    const Vec3 spot = Level(target.bind_world_position[hips] - rest.positions[root]);
    for (float time_s : times) {
      const WorldPose pose = PoseOf(target.rig, split.clip, time_s);
      // The root only turns about up and moves level, and the hips keep their spot above it.
      const Quat turn = pose.rotations[root] * glm::conjugate(rest.rotations[root]);
      EXPECT_LT(Length(turn * kUp - kUp), 2e-6);
      EXPECT_NEAR(pose.positions[root].y, rest.positions[root].y, 1e-5 * target.hips_height);
      const Vec3 off = Level(pose.positions[hips] - pose.positions[root]) - turn * spot;
      EXPECT_LT(Length(off), 1e-5 * target.hips_height);
      const Quat lean = glm::conjugate(turn) * pose.rotations[hips] * glm::conjugate(target.BindWorld(hips));
      EXPECT_LT(std::abs(TwistAngle(lean, kUp)), 4e-6);
    }
    EXPECT_LT(split.report.hips_path.max, 1.1e-4);
    EXPECT_LT(split.report.limb_direction_deg.max, 0.05);
  }
  std::cout << "root_from_hips: " << Describe(worst) << "\n";
  EXPECT_THAT(worst, IsWithin(kPoseLimit_rad, 1e-5));
}

TEST(RootMotion, RootFromHipsNeedsABoneAboveTheHips) {
  const GeneratedRig source = MustGenerate(RandomStyle(1)), target = MustGenerate(Style(2, Parents::kNone));
  const Clip clip = MakeClip(source, Stroll(), "m", EvenTimes(1.0, 9));
  EXPECT_THAT(BakeAll(source.rig, target.rig, clip, With(RootMotion::kRootFromHips)),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       AllOf(HasSubstr("no bone above its hips"), HasSubstr("add a root bone"))));
}

// The node above the source's hips carries the walk; the target's `root` takes it over, or the hips do.
TEST(RootMotion, KeepPutsMotionWhereItWasAuthored) {
  const GeneratedRig source = MustGenerate(Style(5, Parents::kPlainNode));
  const GeneratedRig target = MustGenerate(Style(6, Parents::kArmatureMinus90X));
  const std::vector<float> times = EvenTimes(1.0, 9);
  const int node = source.rig.parents()[source.BoneOf("hips")], root = target.rig.parents()[target.BoneOf("hips")];
  Clip clip = MakeClip(source, RandomMotion(3), "m", times);
  Channel walk{node, Path::kTranslation, Interpolation::kLinear, times, {}};
  Channel turn{node, Path::kRotation, Interpolation::kLinear, times, {}};
  auto node_turn = [](float t) { return AxisAngle(kUp, 0.9 * t); };
  auto node_walk = [&](float t) { return Vec3(0.4, 0, 1.5) * source.hips_height * static_cast<double>(t); };
  const Transform& rest = source.rig.rest()[node];
  for (float time : times) {
    const Vec3 p = node_turn(time) * rest.translation + node_walk(time);
    const Quat q = node_turn(time) * rest.rotation;
    for (int i = 0; i < 3; ++i) walk.values.push_back(static_cast<float>(p[i]));
    for (double v : {q.x, q.y, q.z, q.w}) turn.values.push_back(static_cast<float>(v));
  }
  clip.channels.push_back(walk);
  clip.channels.push_back(turn);
  SortChannels(clip);
  Profile profile = *target.rig.profile();
  profile.Set("root", root);
  ASSERT_OK_AND_ASSIGN(const Rig rooted, target.rig.WithProfile(profile));

  ASSERT_OK_AND_ASSIGN(const BakeResult hips, BakeAll(source.rig, rooted, clip, With(RootMotion::kHips)));
  ASSERT_OK_AND_ASSIGN(const BakeResult kept, BakeAll(source.rig, rooted, clip, {}));
  ASSERT_OK_AND_ASSIGN(const BakeResult without, BakeAll(source.rig, target.rig, clip, {}));
  EXPECT_EQ(kept.plan.root_bone, root);
  EXPECT_EQ(without.plan.root_bone, -1);
  EXPECT_EQ(without.clip, hips.clip);
  const PoseError worst = BodyDifference(target, hips.clip, kept.clip, times);
  EXPECT_THAT(worst, IsWithin(kPoseLimit_rad, 1e-5));
  const WorldPose at_rest = RestPoseOf(target.rig);
  for (float time : times) {
    const WorldPose pose = PoseOf(rooted, kept.clip, time);
    const Quat turned = pose.rotations[root] * glm::conjugate(at_rest.rotations[root]);
    EXPECT_LT(AngleBetween(turned, node_turn(time)), kPoseLimit_rad) << time;
  }
  // A clip that moves nothing above the hips leaves the root alone.
  const Clip plain = MakeClip(source, RandomMotion(3), "m", times);
  ASSERT_OK_AND_ASSIGN(const Plan plan, MakePlan(source.rig, rooted, &plain, {}));
  EXPECT_EQ(plan.root_bone, -1);
}

TEST(RootMotion, InPlaceTakesOutTravelAndOnRequestTheTurn) {
  const GeneratedRig source = MustGenerate(RandomStyle(8)), target = MustGenerate(RandomStyle(9));
  const std::vector<float> times = EvenTimes(1.0, 9);
  const Clip clip = MakeClip(source, Stroll(), "m", times);
  ASSERT_OK_AND_ASSIGN(const BakeResult whole, BakeAll(source.rig, target.rig, clip, With(RootMotion::kHips)));
  ASSERT_OK_AND_ASSIGN(const BakeResult still, BakeAll(source.rig, target.rig, clip, With(RootMotion::kInPlace)));
  ASSERT_OK_AND_ASSIGN(const BakeResult ahead, BakeAll(source.rig, target.rig, clip, With(RootMotion::kInPlaceNoTurn)));
  const int hips = target.BoneOf("hips"), hand = target.BoneOf("lefthand");
  const double unit = target.hips_height;
  for (float time : times) {
    const WorldPose a = PoseOf(target.rig, whole.clip, time), b = PoseOf(target.rig, still.clip, time),
                    c = PoseOf(target.rig, ahead.clip, time);
    const Vec3 spot = target.bind_world_position[hips];
    for (const WorldPose* pose : {&b, &c}) {
      EXPECT_LT(Length(Level(pose->positions[hips] - spot)), 1e-5 * unit);
      EXPECT_NEAR(pose->positions[hips].y, a.positions[hips].y, 1e-5 * unit);
    }
    EXPECT_LT(AngleBetween(a.rotations[hand], b.rotations[hand]), kPoseLimit_rad);
    EXPECT_LT(Length((a.positions[hand] - a.positions[hips]) - (b.positions[hand] - b.positions[hips])), 1e-5 * unit);
    // Without the turn the whole body is turned back about up by one angle.
    const Quat back = c.rotations[hips] * glm::conjugate(b.rotations[hips]);
    EXPECT_LT(Length(back * kUp - kUp), 4e-6);
    EXPECT_LT(AngleBetween(back * b.rotations[hand], c.rotations[hand]), 4e-6);
    EXPECT_LT(std::abs(TwistAngle(c.rotations[hips] * glm::conjugate(target.BindWorld(hips)), kUp)), 4e-6);
  }
  EXPECT_LT(still.report.hips_path.max, 1.1e-4);  // the report knows what was asked for
  EXPECT_LT(ahead.report.limb_direction_deg.max, 0.05);
}

TEST(HipsScale, HeightLegsOrAFactorAppliedOnce) {
  RigStyle tall = RandomStyle(40);
  tall.proportions.hips_height = 1.3;
  tall.proportions.ankle_height = 0.02;
  const GeneratedRig source = MustGenerate(RandomStyle(41)), target = MustGenerate(tall);
  const Clip clip = MakeClip(source, Stroll(), "m", EvenTimes(1.0, 9));
  auto leg = [](const GeneratedRig& rig) {
    const auto& at = rig.bind_world_position;
    return Length(at[rig.BoneOf("leftleg")] - at[rig.BoneOf("leftupleg")]) +
           Length(at[rig.BoneOf("leftfoot")] - at[rig.BoneOf("leftleg")]);
  };
  BakeOptions factor;
  factor.hips_scale = HipsScale::kFactor;
  factor.hips_factor = 0.37;
  BakeOptions legs;
  legs.hips_scale = HipsScale::kLegs;
  const std::vector<std::pair<BakeOptions, double>> cases = {
      {{}, target.hips_height / source.hips_height}, {legs, leg(target) / leg(source)}, {factor, 0.37}};
  for (const auto& [options, ratio] : cases) {
    ASSERT_OK_AND_ASSIGN(const BakeResult baked, BakeAll(source.rig, target.rig, clip, options));
    EXPECT_NEAR(baked.plan.hips_height_ratio, ratio, 1e-9 * ratio);
    EXPECT_LT(baked.report.hips_path.max, 1e-4);
    const Vec3 travel = AnalyticHips(source, Stroll(), 0.5) - source.bind_world_position[source.BoneOf("hips")];
    const Vec3 got = PoseOf(target.rig, baked.clip, 0.5).positions[target.BoneOf("hips")] -
                     target.bind_world_position[target.BoneOf("hips")];
    EXPECT_NEAR(Length(got), Length(travel) * ratio, 1e-5 * target.hips_height);
  }
}

TEST(FloorMatch, LiftsTheBodyByAConstant) {
  RigStyle long_thighs = RandomStyle(50);
  long_thighs.proportions.thigh_share = 0.62;
  RigStyle short_thighs = RandomStyle(51);
  short_thighs.proportions.thigh_share = 0.42;
  long_thighs.toes = short_thighs.toes = true;
  const GeneratedRig source = MustGenerate(short_thighs), target = MustGenerate(long_thighs);
  AnalyticMotion squat;  // knees bent, hips low: thigh and shin no longer add up alike
  for (const std::string side : {"left", "right"}) {
    squat.swings.push_back({side + "upleg", {1, 0, 0}, -0.9, 0.3, 1.0, 0.0});
    squat.swings.push_back({side + "leg", {1, 0, 0}, 1.2, 0.4, 1.0, 0.0});
  }
  squat.travels.push_back({{0, 0, 0.5}, {0, 0.05, 0}, 1.0, 0.0});
  const std::vector<float> times = EvenTimes(1.0, 17);
  const Clip clip = MakeClip(source, squat, "m", times);
  BakeOptions match;
  match.floor_match = true;
  ASSERT_OK_AND_ASSIGN(const BakeResult plain, BakeAll(source.rig, target.rig, clip, {}));
  ASSERT_OK_AND_ASSIGN(const BakeResult matched, BakeAll(source.rig, target.rig, clip, match));
  // Lowest foot or toe of the clip above its height at bind, hips heights.
  auto soles = [&](const GeneratedRig& rig, const Clip& played) {
    double lowest = 1e9, at_bind = 1e9;
    for (const char* role : {"leftfoot", "rightfoot", "lefttoebase", "righttoebase"}) {
      at_bind = std::min(at_bind, rig.bind_world_position[rig.BoneOf(role)].y);
      for (float t : times) lowest = std::min(lowest, PoseOf(rig.rig, played, t).positions[rig.BoneOf(role)].y);
    }
    return (lowest - at_bind) / rig.hips_height;
  };
  const double wanted = soles(source, clip);
  EXPECT_GT(std::abs(soles(target, plain.clip) - wanted), 0.005);  // there is something to mend
  EXPECT_NEAR(soles(target, matched.clip), wanted, 1e-5);
  EXPECT_NEAR(matched.report.floor_shift, wanted - soles(target, plain.clip), 1e-5);
  EXPECT_EQ(plain.report.floor_shift, 0);
  EXPECT_LT(matched.report.hips_path.max, 1.1e-4);
  const int hips = target.BoneOf("hips");
  for (float t : times) {
    const WorldPose a = PoseOf(target.rig, plain.clip, t), b = PoseOf(target.rig, matched.clip, t);
    const Vec3 lift = (b.positions[hips] - a.positions[hips]) / target.hips_height;
    EXPECT_LT(Length(lift - kUp * matched.report.floor_shift), 1e-5);
    EXPECT_LT(AngleBetween(a.rotations[hips], b.rotations[hips]), kPoseLimit_rad);
  }
  // Together with the root modes: the root stays level.
  match.root_motion = RootMotion::kInPlace;
  ASSERT_OK_AND_ASSIGN(const BakeResult both, BakeAll(source.rig, target.rig, clip, match));
  EXPECT_NEAR(soles(target, both.clip), wanted, 1e-5);
}

TEST(TravelOptions, AreCheckedAllAtOnce) {
  BakeOptions options;
  options.root_motion = static_cast<RootMotion>(9);
  options.hips_factor = -1;
  options.scale_keys = static_cast<ScaleKeys>(-1);
  EXPECT_THAT(options.Validate(),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       AllOf(HasSubstr("root_motion"), HasSubstr("hips_factor is -1"), HasSubstr("scale_keys"))));
  BakeOptions unused;
  unused.hips_factor = 2;
  EXPECT_THAT(unused.Validate(), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("hips_scale is not factor")));
}

}  // namespace
}  // namespace retarget::testing
