#include "core/retarget/frame_baker.h"

#include <algorithm>
#include <cmath>

#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/math/matrix.h"
#include "core/math/quaternion.h"
#include "core/math/scalar.h"
#include "core/retarget/floor_match.h"
#include "core/retarget/ground_motion.h"

namespace retarget {
namespace {

constexpr int kFramesPerCheck = 64;
// Keys are not set closer than this; it also leaves the two keys of a step alone.
constexpr double kLeastIntervalS = 1.0 / 2000.0;
constexpr int kMostHalvings = 6;
// Of the hips height (of a bone's own size where scale keys are carried): a tenth of the acceptance limit for the hips
// path.
constexpr double kTravelTolerance = 1e-4;

}  // namespace

FrameBaker::FrameBaker(const Rig& source, const Rig& target, const RetargetSetup& setup, const Clip& clip,
                       const std::vector<int>& rig_bone, const BakeOptions& options)
    : target_(target),
      setup_(setup),
      clip_(clip),
      rig_bone_(rig_bone),
      options_(options),
      transfer_(source, target, setup, options.feet),
      placer_(source, target, setup, transfer_, options.root_motion),
      scales_(source, target, setup, clip, rig_bone, options.scale_keys),
      motion_(source, clip, rig_bone) {
  for (int bone = 0; bone < target.num_bones(); ++bone) {
    const bool root = bone == placer_.root_bone();
    if (root || transfer_.drive(bone) != Transfer::Drive::kRest) rotating_.push_back(bone);
    if (root || transfer_.translates(bone)) translating_.push_back(bone);
  }
}

absl::Status FrameBaker::CheckCancelled() {
  if (++since_check_ < kFramesPerCheck) return absl::OkStatus();
  since_check_ = 0;
  if (cancelled_ != nullptr && cancelled_(cancelled_context_)) return absl::CancelledError("the bake was cancelled");
  return absl::OkStatus();
}

absl::Status FrameBaker::NoteAllSourceFrames() {
  for (float time : grid_.times_s) {
    RETURN_IF_ERROR(CheckCancelled());
    SampleSource(time);
    transfer_.NoteSourceFrame(source_frame_);
  }
  return absl::OkStatus();
}

absl::Status FrameBaker::MatchFloor() {
  FloorMatch match(setup_);
  for (float time : grid_.times_s) {
    RETURN_IF_ERROR(CheckCancelled());
    SampleSource(time);
    transfer_.Frame(source_frame_, scratch_);
    match.Note(source_frame_, scratch_);
  }
  placer_.set_floor_shift(match.Shift());
  return absl::OkStatus();
}

void FrameBaker::SampleSource(double time_s) {
  motion_.Sample(time_s, source_frame_);
  ApplyInPlace(setup_.source, options_.root_motion, source_frame_);
}

BakedFrame FrameBaker::Evaluate(float time_s) {
  SampleSource(time_s);
  transfer_.Frame(source_frame_, scratch_);
  placer_.Place(source_frame_, scratch_);
  BakedFrame frame;
  frame.time_s = time_s;
  frame.rotations.reserve(rotating_.size());
  for (int bone : rotating_) frame.rotations.push_back(scratch_.local[bone].rotation);
  for (int bone : translating_) frame.translations.push_back(scratch_.local[bone].translation);
  for (size_t i = 0; i < scaling().size(); ++i) frame.scales.push_back(scales_.Scale(i, source_frame_));
  return frame;
}

void FrameBaker::Pose(const BakedFrame& frame, TargetFrame& out) const {
  out.local = target_.rest();
  for (size_t i = 0; i < rotating_.size(); ++i) out.local[rotating_[i]].rotation = frame.rotations[i];
  for (size_t i = 0; i < translating_.size(); ++i) out.local[translating_[i]].translation = frame.translations[i];
  for (size_t i = 0; i < scaling().size(); ++i) out.local[scaling()[i]].scale = frame.scales[i];
  transfer_.ForwardKinematics(out);
}

void FrameBaker::InterpolationError(const BakedFrame& a, const BakedFrame& b, const BakedFrame& exact, double& degrees,
                                    double& heights) {
  const double u = (static_cast<double>(exact.time_s) - a.time_s) / (static_cast<double>(b.time_s) - a.time_s);
  BakedFrame between = exact;
  for (size_t i = 0; i < rotating_.size(); ++i) between.rotations[i] = Slerp(a.rotations[i], b.rotations[i], u);
  for (size_t i = 0; i < translating_.size(); ++i) {
    between.translations[i] = a.translations[i] * (1.0 - u) + b.translations[i] * u;
  }
  double stretch = 0;
  for (size_t i = 0; i < scaling().size(); ++i) {
    between.scales[i] = a.scales[i] * (1.0 - u) + b.scales[i] * u;
    stretch = std::max(stretch, Length(between.scales[i] - exact.scales[i]));
  }
  Pose(exact, exact_pose_);
  Pose(between, scratch_);
  double radians = 0, metres = 0;
  for (const MappedRole& pair : setup_.plan.mapped) {
    radians =
        std::max(radians, AngleBetween(exact_pose_.rotation[pair.target_bone], scratch_.rotation[pair.target_bone]));
  }
  for (int bone : translating_) {
    metres = std::max(metres, Length(TranslationOf(exact_pose_.world[bone]) - TranslationOf(scratch_.world[bone])));
  }
  degrees = radians * kDegreesPerRadian;
  heights = std::max(stretch, metres / setup_.target.frame.hips_height);
}

absl::Status FrameBaker::Refine(const BakedFrame& a, const BakedFrame& b, int depth) {
  const double length = static_cast<double>(b.time_s) - a.time_s;
  const float middle = static_cast<float>(a.time_s + length / 2);
  if (length < kLeastIntervalS || middle <= a.time_s || middle >= b.time_s) return absl::OkStatus();
  RETURN_IF_ERROR(CheckCancelled());
  const BakedFrame exact = Evaluate(middle);
  double degrees = 0, heights = 0;
  InterpolationError(a, b, exact, degrees, heights);
  const bool good = degrees <= options_.tolerance_deg && heights <= kTravelTolerance;
  if (good || depth == kMostHalvings || frames_.size() >= kMaxGridKeys) {
    interpolation_error_deg_ = std::max(interpolation_error_deg_, degrees);
    return absl::OkStatus();
  }
  RETURN_IF_ERROR(Refine(a, exact, depth + 1));
  frames_.push_back(exact);
  return Refine(exact, b, depth + 1);
}

absl::Status FrameBaker::Run(bool (*cancelled)(void*), void* context) {
  cancelled_ = cancelled;
  cancelled_context_ = context;
  ASSIGN_OR_RETURN(grid_, options_.sample_rate_hz > 0 ? FixedRateGrid(clip_, options_.sample_rate_hz)
                                                      : UnionGrid(clip_, rig_bone_, transfer_.relevant_source_bones()));
  RETURN_IF_ERROR(NoteAllSourceFrames());
  if (options_.floor_match) RETURN_IF_ERROR(MatchFloor());
  const bool refine = options_.sample_rate_hz == 0 && !grid_.step;
  BakedFrame previous;
  for (float time : grid_.times_s) {
    RETURN_IF_ERROR(CheckCancelled());
    BakedFrame frame = Evaluate(time);
    if (refine && !frames_.empty()) RETURN_IF_ERROR(Refine(previous, frame, 0));
    frames_.push_back(frame);
    previous = std::move(frame);
  }
  return absl::OkStatus();
}

}  // namespace retarget
