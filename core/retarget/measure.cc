#include "core/retarget/measure.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/base/text.h"
#include "core/math/matrix.h"
#include "core/math/quaternion.h"
#include "core/math/scalar.h"
#include "core/retarget/clip_motion.h"
#include "core/retarget/ground_motion.h"
#include "core/retarget/limbs.h"
#include "core/retarget/moving_channels.h"

namespace retarget {
namespace {

constexpr size_t kMostTimes = 2000;
constexpr size_t kMostDropped = 200;
constexpr double kLeastMeasuredIntervalS = 1e-4;

ErrorStats Summarise(std::vector<double> values) {
  ErrorStats stats;
  stats.samples = static_cast<int>(values.size());
  if (values.empty()) return stats;
  std::sort(values.begin(), values.end());
  double sum = 0;
  for (double value : values) sum += value;
  stats.mean = sum / static_cast<double>(values.size());
  stats.p95 = values[std::min(values.size() - 1, static_cast<size_t>(0.95 * static_cast<double>(values.size())))];
  stats.max = values.back();
  return stats;
}

bool IsHand(std::string_view role) { return role == "lefthand" || role == "righthand"; }
bool IsFoot(std::string_view role) { return role == "leftfoot" || role == "rightfoot"; }
bool IsToes(std::string_view role) { return role == "lefttoebase" || role == "righttoebase"; }

// One character while it moves, in its own frame.
class Body {
 public:
  // `seen`: how a source's travel is to be looked at; a target is measured as it is (kKeep).
  Body(const Rig& rig, const CanonicalPose& pose, ClipMotion motion, RootMotion seen = RootMotion::kKeep)
      : rig_(rig), pose_(pose), motion_(std::move(motion)), seen_(seen) {}

  void MoveTo(double time_s) {
    motion_.Sample(time_s, frame_);
    ApplyInPlace(pose_, seen_, frame_);
  }

  Vec3 Direction(int near, int end) const {
    return pose_.frame.ToCharacter(TranslationOf(frame_.world[end]) - TranslationOf(frame_.world[near]));
  }
  int End(int near, int far) const { return SegmentEnd(rig_, pose_.bind, near, far); }
  // Rotation since `reference` (per bone, character frame).
  Quat Deviation(int bone, const std::vector<Quat>& reference) const {
    return pose_.frame.ToCharacter(frame_.rotation[bone]) * glm::conjugate(reference[bone]);
  }
  // Hips since bind, in hips heights.
  Vec3 HipsTravel() const {
    const int hips = pose_.BoneOf("hips");
    return pose_.frame.ToCharacter(TranslationOf(frame_.world[hips]) - pose_.bind.Position(hips)) /
           pose_.frame.hips_height;
  }
  const std::vector<Quat>& rotations() const { return frame_.rotation; }

 private:
  const Rig& rig_;
  const CanonicalPose& pose_;
  ClipMotion motion_;
  RootMotion seen_;
  MotionFrame frame_;
};

struct SegmentSamples {
  std::string role;
  int source_near, source_end, target_near, target_end;
  std::vector<double> degrees;
};

class Measurer {
 public:
  Measurer(const BakeToMeasure& bake, std::vector<int> target_bones)
      : bake_(bake),
        source_(bake.source, bake.setup.source, ClipMotion(bake.source, bake.source_clip, bake.source_rig_bone),
                bake.options.root_motion),
        target_(bake.target, bake.setup.target, ClipMotion(bake.target, bake.baked, std::move(target_bones))) {
    FindSegments();
    role_degrees_.resize(bake.setup.plan.mapped.size());
  }

  Report Run() {
    const std::vector<double> times = Times();
    for (double time : times) Sample(time);
    report_.frames = static_cast<int>(times.size());
    std::vector<double> all;
    for (SegmentSamples& segment : segments_) {
      all.insert(all.end(), segment.degrees.begin(), segment.degrees.end());
      report_.limbs.push_back({segment.role, Summarise(std::move(segment.degrees))});
    }
    report_.limb_direction_deg = Summarise(std::move(all));
    report_.hips_path = Summarise(std::move(hips_));
    SummariseRoles();
    MeasureLoop();
    CountChannels();
    AddFacts();
    return std::move(report_);
  }

 private:
  void FindSegments() {
    const CanonicalPose& s = bake_.setup.source;
    const CanonicalPose& t = bake_.setup.target;
    for (const Limb& limb : Limbs()) {
      for (const LimbSegment& part : {limb.upper, limb.lower}) {
        const int sn = s.BoneOf(part.near), sf = s.BoneOf(part.far), tn = t.BoneOf(part.near), tf = t.BoneOf(part.far);
        if (sn < 0 || sf < 0 || tn < 0 || tf < 0) continue;
        segments_.push_back({std::string(part.near), sn, source_.End(sn, sf), tn, target_.End(tn, tf), {}});
      }
    }
  }

  // Keys and the middle of each interval, thinned evenly.
  std::vector<double> Times() const {
    const std::vector<BakedFrame>& frames = bake_.baker.frames();
    const size_t step = std::max<size_t>(1, (2 * frames.size() + kMostTimes - 1) / kMostTimes);
    std::vector<double> times;
    for (size_t i = 0; i < frames.size(); i += step) {
      times.push_back(frames[i].time_s);
      if (i + 1 == frames.size()) break;
      const double next = frames[i + 1].time_s;
      // The two keys of a step are one float apart: there is nothing between them to measure.
      if (next - frames[i].time_s > kLeastMeasuredIntervalS) times.push_back((frames[i].time_s + next) / 2);
    }
    if (times.back() < frames.back().time_s) times.push_back(frames.back().time_s);
    return times;
  }

  void Sample(double time_s) {
    source_.MoveTo(time_s);
    target_.MoveTo(time_s);
    for (SegmentSamples& s : segments_) {
      s.degrees.push_back(
          AngleBetween(source_.Direction(s.source_near, s.source_end), target_.Direction(s.target_near, s.target_end)) *
          kDegreesPerRadian);
    }
    hips_.push_back(HipsError());
    const auto& mapped = bake_.setup.plan.mapped;
    for (size_t i = 0; i < mapped.size(); ++i) role_degrees_[i].push_back(OrientationError(mapped[i]));
  }

  double OrientationError(const MappedRole& pair) const {
    const CanonicalPose& s = bake_.setup.source;
    const CanonicalPose& t = bake_.setup.target;
    const bool at_bind = bake_.options.feet == FootReference::kFlat && (IsFoot(pair.role) || IsToes(pair.role));
    const Quat from = source_.Deviation(pair.source_bone, at_bind ? s.bind_orientation : s.orientation);
    const Quat to = target_.Deviation(pair.target_bone, at_bind ? t.bind_orientation : t.orientation);
    return AngleBetween(from, to) * kDegreesPerRadian;
  }

  void SummariseRoles() {
    std::vector<double> hands, feet;
    const auto& mapped = bake_.setup.plan.mapped;
    for (size_t i = 0; i < mapped.size(); ++i) {
      const std::string& role = mapped[i].role;
      std::vector<double>& degrees = role_degrees_[i];
      if (IsHand(role)) hands.insert(hands.end(), degrees.begin(), degrees.end());
      if (IsFoot(role)) feet.insert(feet.end(), degrees.begin(), degrees.end());
      report_.roles.push_back({role, Summarise(std::move(degrees))});
      if (role == "head") report_.head_orientation_deg = report_.roles.back().orientation_deg;
      if (role == "hips") report_.hips_orientation_deg = report_.roles.back().orientation_deg;
    }
    report_.hand_orientation_deg = Summarise(std::move(hands));
    report_.foot_orientation_deg = Summarise(std::move(feet));
  }

  // In target hips heights: from where the ratio in use puts the hips, but for the floor shift.
  double HipsError() const {
    const CanonicalPose& t = bake_.setup.target;
    const double heights = bake_.setup.source.frame.hips_height / t.frame.hips_height;
    const Vec3 wanted = source_.HipsTravel() * (bake_.setup.plan.hips_height_ratio * heights);
    return Length(wanted + Vec3(0, bake_.floor_shift, 0) - target_.HipsTravel());
  }

  void MeasureLoop() {
    const std::vector<BakedFrame>& frames = bake_.baker.frames();
    source_.MoveTo(frames.front().time_s);
    target_.MoveTo(frames.front().time_s);
    const std::vector<Quat> source = source_.rotations(), target = target_.rotations();
    source_.MoveTo(frames.back().time_s);
    target_.MoveTo(frames.back().time_s);
    const auto& mapped = bake_.setup.plan.mapped;
    for (const MappedRole& pair : mapped) {
      report_.loop_gap_source_deg += AngleBetween(source[pair.source_bone], source_.rotations()[pair.source_bone]);
      report_.loop_gap_target_deg += AngleBetween(target[pair.target_bone], target_.rotations()[pair.target_bone]);
    }
    const double to_mean_deg = kDegreesPerRadian / static_cast<double>(std::max<size_t>(1, mapped.size()));
    report_.loop_gap_source_deg *= to_mean_deg;
    report_.loop_gap_target_deg *= to_mean_deg;
  }

  // Why a moving source channel does not reach the result; empty when it does.
  std::string ReasonDropped(const Channel& channel, int bone) const {
    const auto& mapped = bake_.setup.plan.mapped;
    const bool has_role =
        std::any_of(mapped.begin(), mapped.end(), [&](const MappedRole& m) { return m.source_bone == bone; });
    if (channel.path == Path::kScale) {
      if (bake_.options.scale_keys == ScaleKeys::kDrop) return "scale keys are dropped";
      return has_role ? "" : "the bone has no role on both rigs";
    }
    const bool above_hips = bake_.source.IsAncestorOrSelf(bone, bake_.setup.source.BoneOf("hips"));
    if (channel.path == Path::kTranslation && !above_hips) {
      return has_role ? "the target keeps its own bone lengths" : "the bone has no role on both rigs";
    }
    if (!bake_.baker.transfer().relevant_source_bones()[bone]) return "the bone has no role on both rigs";
    return "";
  }

  void CountChannels() {
    for (const Channel& channel : bake_.source_clip.channels) {
      const int bone = bake_.source_rig_bone[channel.bone];
      if (!ChannelMovesOnRig(channel, bake_.source, bone)) continue;
      const std::string reason = ReasonDropped(channel, bone);
      if (reason.empty()) {
        ++report_.source_moving_channels;
      } else if (report_.dropped.size() < kMostDropped) {
        report_.dropped.push_back({bake_.source.bone_names()[bone], std::string(PathName(channel.path)), reason});
      }
    }
    report_.channels = static_cast<int>(bake_.baked.channels.size());
    for (const Channel& channel : bake_.baked.channels) {
      report_.moving_channels += ChannelMovesOnRig(channel, bake_.target, channel.bone) ? 1 : 0;
    }
  }

  void AddFacts() {
    report_.keys = static_cast<int>(bake_.baker.frames().size());
    report_.interpolation_error_deg = bake_.baker.interpolation_error_deg();
    report_.hips_height_ratio = bake_.setup.plan.hips_height_ratio;
    report_.source_rest_vs_bind_deg = bake_.setup.source.bind.rest_vs_bind_rad * kDegreesPerRadian;
    report_.target_rest_vs_bind_deg = bake_.setup.target.bind.rest_vs_bind_rad * kDegreesPerRadian;
    report_.warnings = bake_.setup.plan.warnings;
    const int carrier = bake_.baker.transfer().carrier();
    if (carrier != bake_.setup.target.BoneOf("hips")) {
      report_.warnings.push_back(Cat("target bone ", Quoted(bake_.target.bone_names()[carrier]),
                                     " carries hips and thighs side by side; it is moved in place of the hips"));
    }
    for (int bone : bake_.baker.transfer().CarriedBones()) {
      report_.warnings.push_back(Cat("target bone ", Quoted(bake_.target.bone_names()[bone]),
                                     " hangs outside its limb; translation keys carry it along"));
    }
    for (const std::string& role : bake_.baker.transfer().AimedRoles()) {
      report_.warnings.push_back(Cat(role, ": aimed at the source's bone-to-bone direction (the limb is not rigid)"));
    }
  }

  const BakeToMeasure& bake_;
  Body source_, target_;
  std::vector<SegmentSamples> segments_;
  std::vector<double> hips_;
  std::vector<std::vector<double>> role_degrees_;  // of plan.mapped
  Report report_;
};

}  // namespace

absl::StatusOr<Report> MeasureBake(const BakeToMeasure& bake) {
  ASSIGN_OR_RETURN(std::vector<int> target_bones, BindClip(bake.baked, bake.target));
  return Measurer(bake, std::move(target_bones)).Run();
}

}  // namespace retarget
