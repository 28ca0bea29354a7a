#include "core/retarget/setup.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/base/text.h"
#include "core/math/scalar.h"
#include "core/retarget/clip_motion.h"
#include "core/retarget/moving_channels.h"
#include "core/retarget/travel.h"
#include "core/retarget/unit_check.h"

namespace retarget {
namespace {

// A rest this far from bind is worth a line: somebody may have meant the posed frame.
constexpr double kWarnRestVsBindDeg = 5.0;

bool IsTrunkRole(std::string_view role) { return role.starts_with("spine"); }

std::vector<const RoleBone*> Trunk(const Profile& profile) {
  std::vector<const RoleBone*> trunk;  // bottom to top: role order
  for (const RoleBone& entry : profile.roles) {
    if (IsTrunkRole(entry.role)) trunk.push_back(&entry);
  }
  return trunk;
}

// Pairs of positions in two trunks: bottom with bottom, arm carrier with arm carrier, whatever the role names. A single
// source bone drives the target's bottom bone (the rest rides on it); a single target bone takes the source's top.
std::vector<std::pair<size_t, size_t>> TrunkPairs(size_t sources, size_t targets) {
  if (sources == 0 || targets == 0) return {};
  if (sources == 1) return {{0, 0}};
  if (targets == 1) return {{sources - 1, 0}};
  std::vector<std::pair<size_t, size_t>> pairs = {{0, 0}};
  if (sources == targets) {
    for (size_t i = 1; i + 1 < sources; ++i) pairs.push_back({i, i});
  }
  pairs.push_back({sources - 1, targets - 1});
  return pairs;
}

double ConfidenceOf(const HumanoidAnswer& answer, int bone) {
  for (const RoleEvidence& evidence : answer.evidence) {
    if (evidence.bone == bone) return std::max(evidence.name_score, evidence.geometry_score);
  }
  return 1.0;  // given by hand or by the file
}

class Planner {
 public:
  Planner(const RetargetSetup& setup, const Rig& source, const Rig& target)
      : setup_(setup), source_(source), target_(target) {}

  Plan Make(const Clip* clip) {
    MapRoles();
    plan_.source_profile = setup_.source.profile;
    plan_.target_profile = setup_.target.profile;
    plan_.hips_height_ratio = setup_.target.frame.hips_height / setup_.source.frame.hips_height;
    Warn("source", source_, setup_.source_answer, setup_.source);
    Warn("target", target_, setup_.target_answer, setup_.target);
    if (clip != nullptr) ListAnimatedUnmapped(*clip);
    return std::move(plan_);
  }

 private:
  void Map(const RoleBone& source, const RoleBone& target) {
    plan_.mapped.push_back(
        {target.role, source.bone, target.bone,
         std::min(ConfidenceOf(setup_.source_answer, source.bone), ConfidenceOf(setup_.target_answer, target.bone))});
  }

  void MapRoles() {
    const Profile& source = setup_.source.profile;
    const Profile& target = setup_.target.profile;
    const auto source_trunk = Trunk(source), target_trunk = Trunk(target);
    const auto pairs = TrunkPairs(source_trunk.size(), target_trunk.size());
    for (const RoleBone& entry : target.roles) {
      if (IsTrunkRole(entry.role)) {
        for (const auto& [s, t] : pairs) {
          if (target_trunk[t] == &entry) Map(*source_trunk[s], entry);
        }
      } else if (entry.role != "root") {  // motion of a root reaches the hips through forward kinematics
        const int bone = source.BoneOf(entry.role);
        if (bone >= 0) Map({entry.role, bone}, entry);
      }
    }
    for (const RoleBone& entry : source.roles) {
      if (!Uses([&](const MappedRole& m) { return m.source_bone == entry.bone; })) {
        plan_.unmapped_source_roles.push_back(entry.role);
      }
    }
    for (const RoleBone& entry : target.roles) {
      if (!Uses([&](const MappedRole& m) { return m.target_bone == entry.bone; })) {
        plan_.unmapped_target_roles.push_back(entry.role);
      }
    }
  }

  template <typename Predicate>
  bool Uses(const Predicate& predicate) const {
    return std::any_of(plan_.mapped.begin(), plan_.mapped.end(), predicate);
  }

  void Warn(std::string_view side, const Rig& rig, const HumanoidAnswer& answer, const CanonicalPose& pose) {
    auto add = [&](const std::string& text) { plan_.warnings.push_back(Cat(side, " rig: ", text)); };
    for (const std::string& warning : answer.warnings) add(warning);
    for (const std::string& warning : pose.warnings) add(warning);
    const double apart = pose.bind.rest_vs_bind_rad * kDegreesPerRadian;
    if (apart > kWarnRestVsBindDeg) {
      add(Cat("the stored rest is a pose up to ", std::lround(apart), " degrees away from bind; bind is used"));
    }
    const std::vector<std::string> twice = rig.DuplicateNames();
    if (!twice.empty()) add(Cat("several bones are called ", JoinQuoted(twice, 5), "; bones are told apart by index"));
  }

  void ListAnimatedUnmapped(const Clip& clip) {
    absl::StatusOr<std::vector<int>> bound = BindClip(clip, source_);
    if (!bound.ok()) return;  // the bake itself reports it
    std::set<int> seen;
    for (const Channel& channel : clip.channels) {
      const int bone = (*bound)[channel.bone];
      if (!seen.count(bone) && !Uses([&](const MappedRole& m) { return m.source_bone == bone; }) &&
          ChannelMovesOnRig(channel, source_, bone)) {
        seen.insert(bone);
      }
    }
    for (int bone : seen) plan_.animated_unmapped_source_bones.push_back(source_.bone_names()[bone]);
  }

  const RetargetSetup& setup_;
  const Rig& source_;
  const Rig& target_;
  Plan plan_;
};

absl::Status NameSide(const absl::Status& status, std::string_view side) {
  return status.ok() ? status : absl::Status(status.code(), Cat(side, " ", std::string(status.message())));
}

}  // namespace

absl::StatusOr<CanonicalPose> PoseOfHumanoid(const Rig& rig, const HumanoidAnswer& answer, bool symmetrize) {
  if (!answer.humanoid) {
    return absl::FailedPreconditionError(Cat("rig ", Quoted(rig.name()), ": ", answer.reason));
  }
  return SolveCanonicalPose(rig, answer.profile, symmetrize);
}

absl::StatusOr<RetargetSetup> PrepareRetarget(const SourceView& source, const Rig& target, const BakeOptions& options) {
  RetargetSetup setup;
  setup.source_answer = source.answer;
  setup.target_answer = ResolveProfile(target);
  absl::StatusOr<CanonicalPose> source_pose = PoseOfHumanoid(*source.rig, setup.source_answer, options.symmetrize);
  absl::StatusOr<CanonicalPose> target_pose = PoseOfHumanoid(target, setup.target_answer, options.symmetrize);
  if (!source_pose.ok() && !target_pose.ok()) {
    return absl::FailedPreconditionError(Cat("source ", std::string(source_pose.status().message()), "; target ",
                                             std::string(target_pose.status().message())));
  }
  RETURN_IF_ERROR(NameSide(source_pose.status(), "source"));
  RETURN_IF_ERROR(NameSide(target_pose.status(), "target"));
  setup.source = *std::move(source_pose);
  setup.target = *std::move(target_pose);
  if (source.clip != nullptr) RETURN_IF_ERROR(CheckUnits(*source.rig, setup.source, *source.clip));
  setup.plan = Planner(setup, *source.rig, target).Make(source.clip);
  setup.plan.options = DescribeOptions(options);
  setup.plan.hips_height_ratio = TravelRatio(setup, options);
  ASSIGN_OR_RETURN(setup.plan.root_bone, ChooseRootBone(source, target, setup, options.root_motion));
  return setup;
}

}  // namespace retarget
