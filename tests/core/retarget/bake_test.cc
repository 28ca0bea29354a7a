#include "core/retarget/bake.h"

#include <cmath>
#include <limits>

#include "core/math/matrix.h"
#include "core/math/quaternion.h"
#include "core/math/scalar.h"
#include "core/retarget/clip_motion.h"
#include "core/retarget/content_hash.h"
#include "gtest/gtest.h"
#include "tests/core/retarget/figure.h"
#include "tests/support/status_matchers.h"

namespace retarget {
namespace {

using ::retarget::testing::FigureStyle;
using ::retarget::testing::MakeFigure;
using ::retarget::testing::MakeRawFigure;
using ::retarget::testing::StatusIs;
using ::testing::HasSubstr;

constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;
constexpr double kFloatRad = 1e-6;  // float keys, a chain of eight bones

// Every limb bone of `rig` turning about an oblique axis, the hips travelling: keys at 0, 0.1 .. 1 s.
Clip SwingClip(const Rig& rig) {
  Clip clip;
  clip.name = "Swing";
  clip.bone_names = rig.bone_names();
  for (int bone = 0; bone < rig.num_bones(); ++bone) {
    Channel channel;
    channel.bone = bone;
    for (int k = 0; k <= 10; ++k) {
      channel.times.push_back(0.1f * static_cast<float>(k));
      const Vec3 axis = UnitOr(Vec3(0.2 + bone % 3, 0.5, 1.0 - bone % 2), Vec3(0));
      const Quat q = rig.rest()[bone].rotation * AxisAngle(axis, 0.4 * Sin(k * 0.6 + bone));
      for (double v : {q.x, q.y, q.z, q.w}) channel.values.push_back(static_cast<float>(v));
    }
    clip.channels.push_back(channel);
  }
  Channel travel{rig.FindBone("hips"), Path::kTranslation, Interpolation::kLinear, clip.channels[0].times, {}};
  for (int k = 0; k <= 10; ++k) {
    const Vec3 p = rig.rest()[travel.bone].translation + Vec3(0.05 * k, 0.02 * Sin(k), 0.1 * k);
    for (int i = 0; i < 3; ++i) travel.values.push_back(static_cast<float>(p[i]));
  }
  clip.channels.push_back(travel);
  clip.duration_s = clip.channels[0].times.back();
  SortChannels(clip);
  return clip;
}

absl::StatusOr<BakeResult> Bake(const Rig& source, const Rig& target, const Clip& clip, BakeOptions options = {}) {
  BakeResult result;
  BakeJob job;
  job.source = &source;
  job.target = &target;
  job.clip = &clip;
  job.options = std::move(options);
  job.result = &result;
  if (absl::Status status = job.Run(); !status.ok()) return status;
  return result;
}

MotionFrame FrameAt(const Rig& rig, const Clip& clip, double time_s) {
  MotionFrame frame;
  ClipMotion(rig, clip, *BindClip(clip, rig)).Sample(time_s, frame);
  return frame;
}

class BakeJobTest : public ::testing::Test {
 protected:
  const Rig source_ = MakeFigure({.arm_below_horizontal_deg = 40, .yaw_deg = 30, .frames_seed = 21});
  const Rig target_ =
      MakeFigure({.yaw_deg = 180, .scale = 1.7, .leg_share = 0.8, .frames_seed = 22, .rest_bend_deg = 35});
  Clip clip_ = SwingClip(source_);
};

TEST_F(BakeJobTest, NamesWhatIsWrongWithTheRequest) {
  BakeJob job;
  EXPECT_THAT(job.Run(), StatusIs(kInvalid, HasSubstr("source")));
  job.source = &source_;
  EXPECT_THAT(job.Run(), StatusIs(kInvalid, HasSubstr("target")));
  job.target = &target_;
  EXPECT_THAT(job.Run(), StatusIs(kInvalid, HasSubstr("clip")));
  job.clip = &clip_;
  EXPECT_THAT(job.Run(), StatusIs(kInvalid, HasSubstr("result")));
  EXPECT_THAT(Bake(source_, target_, clip_, {.sample_rate_hz = -1, .tolerance_deg = 0}),
              StatusIs(kInvalid, ::testing::AllOf(HasSubstr("sample_rate_hz is -1"), HasSubstr("tolerance_deg is 0"))));
}

TEST_F(BakeJobTest, RefusesBrokenClips) {
  Clip empty = clip_;
  empty.channels.clear();
  EXPECT_THAT(Bake(source_, target_, empty), StatusIs(kInvalid, HasSubstr("no channels")));
  Clip nan = clip_;
  nan.channels[1].values[2] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(Bake(source_, target_, nan), StatusIs(kInvalid, HasSubstr("channel 1")));
  Clip stranger = clip_;
  stranger.bone_names[3] = "spine_2";
  EXPECT_THAT(Bake(source_, target_, stranger), StatusIs(kInvalid, HasSubstr("nearest: \"spine2\"")));
}

TEST_F(BakeJobTest, RefusesWhatIsNoHumanoidAndKeepsTheResult) {
  RawRig raw;
  raw.name = "lamp";
  raw.bones.resize(2);
  raw.bones[0].name = "foot";
  raw.bones[1].name = "bulb";
  raw.bones[1].parent = 0;
  const Rig lamp = *Rig::Build(raw);
  BakeResult result;
  result.clip.name = "before";
  BakeJob job;
  job.source = &source_;
  job.target = &lamp;
  job.clip = &clip_;
  job.result = &result;
  EXPECT_THAT(job.Run(), StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("target rig \"lamp\"")));
  EXPECT_EQ(result.clip.name, "before");
}

TEST_F(BakeJobTest, StopsWhenCancelled) {
  BakeResult result;
  BakeJob job;
  job.source = &source_;
  job.target = &target_;
  job.clip = &clip_;
  job.options.sample_rate_hz = 1000;
  job.result = &result;
  job.cancelled = [](void*) { return true; };
  EXPECT_THAT(job.Run(), StatusIs(absl::StatusCode::kCancelled, HasSubstr("cancelled")));
}

TEST_F(BakeJobTest, OntoItselfIsTheIdentityAtAndBetweenKeys) {
  const Rig bent = MakeFigure({.arm_below_horizontal_deg = 40, .yaw_deg = 30, .frames_seed = 21, .rest_bend_deg = 60});
  for (const Rig* rig : {&source_, &bent}) {
    const Clip clip = SwingClip(*rig);
    ASSERT_OK_AND_ASSIGN(const BakeResult result, Bake(*rig, *rig, clip));
    for (double time = 0; time <= 1.0; time += 0.0173) {
      const MotionFrame in = FrameAt(*rig, clip, time), out = FrameAt(*rig, result.clip, time);
      for (int bone = 0; bone < rig->num_bones(); ++bone) {
        EXPECT_LT(AngleBetween(in.rotation[bone], out.rotation[bone]), kFloatRad) << rig->bone_names()[bone];
        EXPECT_LT(Length(TranslationOf(in.world[bone]) - TranslationOf(out.world[bone])), 2e-6);
      }
    }
  }
}

TEST_F(BakeJobTest, LimbsPointAlikeAndHipsTravelInProportion) {
  ASSERT_OK_AND_ASSIGN(const BakeResult result, Bake(source_, target_, clip_));
  EXPECT_LT(result.report.limb_direction_deg.max, 0.02);
  EXPECT_LT(result.report.hips_path.max, 1e-4);
  EXPECT_LT(result.report.hand_orientation_deg.max, 0.02);
  EXPECT_LT(result.report.foot_orientation_deg.max, 0.02);
  EXPECT_EQ(result.clip.name, "Swing");
  EXPECT_GT(result.report.moving_channels, 20);
  EXPECT_FLOAT_EQ(result.clip.channels[0].times.front(), 0.0f);
  EXPECT_FLOAT_EQ(result.clip.channels[0].times.back(), 1.0f);
  // Independently of the report: the thigh of a target turned by 180 - 30 degrees against the source.
  const Quat turn = AxisAngle(Vec3(0, 1, 0), 150 / kDegreesPerRadian);
  const MotionFrame in = FrameAt(source_, clip_, 0.4), out = FrameAt(target_, result.clip, 0.4);
  auto thigh = [](const Rig& rig, const MotionFrame& f) {
    return TranslationOf(f.world[rig.FindBone("leftleg")]) - TranslationOf(f.world[rig.FindBone("leftupleg")]);
  };
  EXPECT_LT(AngleBetween(turn * thigh(source_, in), thigh(target_, out)), kFloatRad);
}

TEST_F(BakeJobTest, ReportsTheOrientationOfEveryMappedRole) {
  ASSERT_OK_AND_ASSIGN(const BakeResult result, Bake(source_, target_, clip_));
  ASSERT_GE(result.plan.mapped.size(), 22u);
  ASSERT_EQ(result.report.roles.size(), result.plan.mapped.size());
  for (size_t i = 0; i < result.plan.mapped.size(); ++i) {
    const RoleError& role = result.report.roles[i];
    EXPECT_EQ(role.role, result.plan.mapped[i].role);
    EXPECT_EQ(role.orientation_deg.samples, result.report.frames);
    EXPECT_LT(role.orientation_deg.max, 0.05) << role.role;
  }
  EXPECT_THAT(ReportToJson(result.report), ::testing::AllOf(HasSubstr("\"version\": 2"), HasSubstr("\"lefttoebase\"")));
}

TEST_F(BakeJobTest, AimsLimbsThatAreNotRigid) {
  // The forearm slides 8 cm sideways on its upper arm: the direction is in the positions, not in the rotations.
  Channel slide{source_.FindBone("leftforearm"), Path::kTranslation, Interpolation::kLinear, {0.0f, 1.0f}, {}};
  const Vec3 rest = source_.rest()[slide.bone].translation;
  const Vec3 aside = rest + AnyPerpendicular(UnitOr(rest, Vec3(1, 0, 0))) * 0.08;
  for (const Vec3& v : {rest, aside}) {
    for (int i = 0; i < 3; ++i) slide.values.push_back(static_cast<float>(v[i]));
  }
  clip_.channels.push_back(slide);
  SortChannels(clip_);
  ASSERT_OK_AND_ASSIGN(const BakeResult result, Bake(source_, target_, clip_));
  EXPECT_LT(result.report.limb_direction_deg.max, 0.05);
  EXPECT_THAT(result.report.warnings, ::testing::Contains(HasSubstr("leftarm: aimed")));
  // The aimed arm turns away from the source's own bone, the other does not, and the report tells them apart.
  for (const RoleError& role : result.report.roles) {
    if (role.role == "leftarm") {
      EXPECT_GT(role.orientation_deg.max, 5);
    }
    if (role.role == "rightarm") {
      EXPECT_LT(role.orientation_deg.max, 0.05);
    }
  }
}

TEST_F(BakeJobTest, CarriesFeetThatHangOutsideTheLeg) {
  RawRig raw = MakeRawFigure({.arm_below_horizontal_deg = 10, .frames_seed = 30});
  const Rig whole = *Rig::Build(raw);
  for (RawBone& bone : raw.bones) {  // the feet become roots, as rigs with baked IK have them
    if (bone.name != "leftfoot" && bone.name != "rightfoot") continue;
    bone.rest = TransformFromMatrix(whole.rest_world()[whole.FindBone(bone.name)]);
    bone.parent = -1;
  }
  const Rig cut = *Rig::Build(raw);
  ASSERT_OK_AND_ASSIGN(const BakeResult expected, Bake(source_, whole, clip_));
  ASSERT_OK_AND_ASSIGN(const BakeResult result, Bake(source_, cut, clip_));
  const int foot = cut.FindBone("leftfoot");
  // 0.77 is between keys, where both bakes may be off by the tolerance of 0.02 degrees (3.5e-4 rad).
  for (double time : {0.0, 0.3, 0.77}) {
    const MotionFrame a = FrameAt(whole, expected.clip, time), b = FrameAt(cut, result.clip, time);
    EXPECT_LT(Length(TranslationOf(a.world[foot]) - TranslationOf(b.world[foot])), 2e-4) << time;
    EXPECT_LT(AngleBetween(a.rotation[foot], b.rotation[foot]), 4e-4);
  }
}

TEST_F(BakeJobTest, KeepsStepsAsSteps) {
  for (Channel& channel : clip_.channels) channel.interpolation = Interpolation::kStep;
  ASSERT_OK_AND_ASSIGN(const BakeResult result, Bake(source_, target_, clip_));
  for (const Channel& channel : result.clip.channels) EXPECT_EQ(channel.interpolation, Interpolation::kStep);
  EXPECT_EQ(result.report.keys, 11);
  // One smooth channel among them: steps become jumps between keys one float apart.
  clip_.channels[0].interpolation = Interpolation::kLinear;
  ASSERT_OK_AND_ASSIGN(const BakeResult mixed, Bake(source_, target_, clip_));
  EXPECT_LT(mixed.report.limb_direction_deg.max, 0.05);
  EXPECT_GE(mixed.report.keys, 21);
}

TEST_F(BakeJobTest, FixedRateKeepsTheEnds) {
  ASSERT_OK_AND_ASSIGN(const BakeResult result, Bake(source_, target_, clip_, {.sample_rate_hz = 24}));
  const Channel& moving = result.clip.channels[0];
  EXPECT_EQ(moving.times.size(), 25u);
  EXPECT_EQ(moving.times.back(), 1.0f);
}

TEST_F(BakeJobTest, MovesOrFails) {
  for (Channel& channel : clip_.channels) {
    for (size_t i = channel.Stride(); i < channel.values.size(); ++i)
      channel.values[i] = channel.values[i - channel.Stride()];
  }
  ASSERT_OK_AND_ASSIGN(const BakeResult still, Bake(source_, target_, clip_));  // still in, still out: fine
  EXPECT_EQ(still.report.moving_channels, 0);
  EXPECT_EQ(still.report.source_moving_channels, 0);
}

TEST_F(BakeJobTest, IdentityCoversWhatChangesTheBytesAndNothingElse) {
  ASSERT_OK_AND_ASSIGN(const Plan plan, MakePlan(source_, target_, &clip_, {}));
  const BakeIdentity base = IdentifyBake(clip_, source_, target_, plan, {});
  EXPECT_TRUE(base.default_options);
  Clip shuffled = clip_;
  std::swap(shuffled.channels[0], shuffled.channels[5]);
  EXPECT_EQ(IdentifyBake(shuffled, source_, target_, plan, {}).clip, base.clip);
  Clip other = clip_;
  other.channels[2].values[0] += 1e-3f;
  EXPECT_NE(IdentifyBake(other, source_, target_, plan, {}).clip, base.clip);
  EXPECT_EQ(IdentifyBake(other, source_, target_, plan, {}).rig, base.rig);
  EXPECT_FALSE(IdentifyBake(clip_, source_, target_, plan, {.feet = FootReference::kCarried}).default_options);
}

TEST_F(BakeJobTest, ARoleTheBakeDoesNotReadKeepsTheKey) {
  RawRig raw = MakeRawFigure({.frames_seed = 22});
  raw.bones.push_back({.name = "chin", .parent = 5, .rest = {}, .inverse_bind = {}});
  const Rig without = *Rig::Build(raw);
  raw.profile->Set("jaw", 22);  // the source has no jaw
  const Rig with = *Rig::Build(raw);
  raw.profile->Set("leftshoulder", 22);  // the source has one
  const Rig moved = *Rig::Build(raw);
  auto rig_hash = [&](const Rig& rig) {
    return IdentifyBake(clip_, source_, rig, *MakePlan(source_, rig, &clip_, {}), {}).rig;
  };
  EXPECT_EQ(rig_hash(without), rig_hash(with));
  EXPECT_NE(rig_hash(without), rig_hash(moved));
}

}  // namespace
}  // namespace retarget
