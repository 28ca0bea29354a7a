#include "tests/core/retarget/laws_support.h"

#include <algorithm>
#include <iostream>

#include "core/base/cat.h"
#include "core/math/quaternion.h"
#include "gtest/gtest.h"

namespace retarget::testing {

namespace {

bool IsFootOrToe(const std::string& role) { return role.ends_with("foot") || role.ends_with("toebase"); }

const Quat& FlatReference(const GeneratedRig& rig, int bone) {
  return IsFootOrToe(rig.roles[bone]) ? rig.bind[bone] : rig.canonical[bone];
}

}  // namespace

absl::StatusOr<Clip> Bake(const Rig& source, const Rig& target, const Clip& clip, const BakeOptions& options) {
  BakeResult result;
  BakeJob job;
  job.source = &source;
  job.target = &target;
  job.clip = &clip;
  job.options = options;
  job.result = &result;
  if (absl::Status status = job.Run(); !status.ok()) return status;
  return std::move(result.clip);
}

Clip MustBake(const Rig& source, const Rig& target, const Clip& clip, const BakeOptions& options) {
  absl::StatusOr<Clip> baked = Bake(source, target, clip, options);
  if (baked.ok()) return *std::move(baked);
  ADD_FAILURE() << source.name() << " onto " << target.name() << ": " << baked.status();
  return {};
}

PoseError BakeAgainstTruth(const GeneratedRig& source, const GeneratedRig& target, const AnalyticMotion& motion,
                           const BakeOptions& options) {
  const FeetFrom feet = options.feet == FootReference::kFlat ? FeetFrom::kBind : FeetFrom::kCanonical;
  const std::vector<float> times = EvenTimes(1.0, 9);
  const Clip baked = MustBake(source.rig, target.rig, MakeClip(source, motion, "motion", times, feet), options);
  PoseError worst;
  for (float time : times) worst.Add(ErrorAgainst(target, baked, motion, time, &source, feet));
  return worst;
}

PoseError BakeAgainstSource(const GeneratedRig& source, const Clip& source_clip, const GeneratedRig& target,
                            const Clip& baked, double time_s) {
  const WorldPose from = PoseOf(source.rig, source_clip, time_s), to = PoseOf(target.rig, baked, time_s);
  const Quat source_turn = glm::conjugate(source.world_from_character);
  const Quat target_turn = glm::conjugate(target.world_from_character);
  PoseError error;
  for (int bone = 0; bone < target.rig.num_bones(); ++bone) {
    const int driver = source.BoneOf(target.roles[bone]);
    if (target.roles[bone].empty() || driver < 0) continue;
    const Quat wanted = source_turn * from.rotations[driver] * glm::conjugate(FlatReference(source, driver));
    const Quat got = target_turn * to.rotations[bone] * glm::conjugate(FlatReference(target, bone));
    error.AddAngle(got, wanted, Cat(target.roles[bone], " at ", time_s, " s"));
  }
  const int source_hips = source.BoneOf("hips"), target_hips = target.BoneOf("hips");
  const Vec3 wanted =
      source_turn * (from.positions[source_hips] - source.bind_world_position[source_hips]) / source.hips_height;
  const Vec3 got =
      target_turn * (to.positions[target_hips] - target.bind_world_position[target_hips]) / target.hips_height;
  error.AddDistance(Length(got - wanted), Cat("hips at ", time_s, " s"));
  return error;
}

void ExpectLaw(const std::string& law, const PoseError& worst) {
  std::cout << law << ": " << Describe(worst) << "\n";
  EXPECT_THAT(worst, IsWithin(kPoseLimit_rad, kHipsLimit)) << law;
}

}  // namespace retarget::testing
