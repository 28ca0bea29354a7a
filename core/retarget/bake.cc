#include "core/retarget/bake.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/base/text.h"
#include "core/math/quaternion.h"
#include "core/math/scalar.h"
#include "core/retarget/clip_motion.h"
#include "core/retarget/frame_baker.h"
#include "core/retarget/measure.h"
#include "core/retarget/mirror.h"
#include "core/retarget/moving_channels.h"
#include "core/retarget/setup.h"
#include "core/retarget/source_view.h"

namespace retarget {
namespace {

// A channel whose keys all lie within this of the first is written with its first and last key only. One float
// rounding of a unit quaternion.
constexpr double kStillRad = 2e-7;
constexpr double kStillMetres = 1e-9;

// Turns frames into channels. Keys are rounded to float here and nowhere earlier.
class ChannelWriter {
 public:
  explicit ChannelWriter(const FrameBaker& baker) : baker_(baker), frames_(baker.frames()) {}

  Channel Rotation(int bone, size_t index) const {
    bool still = true;
    for (const BakedFrame& frame : frames_) {
      still = still && AngleBetween(frames_[0].rotations[index], frame.rotations[index]) < kStillRad;
    }
    Channel channel = Begin(bone, Path::kRotation);
    Quat previous = Canonical(frames_[0].rotations[index]);
    ForEachKey(still, [&](const BakedFrame& frame) {
      // A still channel repeats its first value: float rounding must not make it flicker.
      const Quat q = still ? previous : NearestSign(frame.rotations[index], previous);
      Append(channel, frame.time_s, {q.x, q.y, q.z, q.w});
      previous = q;
    });
    return channel;
  }

  // `values`: the member of BakedFrame that holds them.
  Channel Vector(int bone, Path path, std::vector<Vec3> BakedFrame::*values, size_t index) const {
    const Vec3& first = (frames_[0].*values)[index];
    bool still = true;
    for (const BakedFrame& frame : frames_) {
      still = still && Length((frame.*values)[index] - first) <= kStillMetres * std::max(1.0, Length(first));
    }
    Channel channel = Begin(bone, path);
    ForEachKey(still, [&](const BakedFrame& frame) {
      const Vec3& v = still ? first : (frame.*values)[index];
      Append(channel, frame.time_s, {v.x, v.y, v.z});
    });
    return channel;
  }

 private:
  Channel Begin(int bone, Path path) const {
    Channel channel;
    channel.bone = bone;
    channel.path = path;
    channel.interpolation = baker_.step() ? Interpolation::kStep : Interpolation::kLinear;
    return channel;
  }

  template <typename Visit>
  void ForEachKey(bool ends_only, const Visit& visit) const {
    for (size_t i = 0; i < frames_.size(); ++i) {
      if (!ends_only || i == 0 || i + 1 == frames_.size()) visit(frames_[i]);
    }
  }

  static void Append(Channel& channel, float time_s, std::initializer_list<double> values) {
    channel.times.push_back(time_s);
    for (double value : values) channel.values.push_back(static_cast<float>(value));
  }

  const FrameBaker& baker_;
  const std::vector<BakedFrame>& frames_;
};

Clip WriteClip(const FrameBaker& baker, const Rig& target, const Clip& source, const BakeOptions& options) {
  Clip clip;
  clip.name = options.clip_name.empty() ? source.name : options.clip_name;
  clip.bone_names = target.bone_names();
  clip.duration_s = source.duration_s;
  const ChannelWriter writer(baker);
  for (size_t i = 0; i < baker.translating().size(); ++i) {
    clip.channels.push_back(writer.Vector(baker.translating()[i], Path::kTranslation, &BakedFrame::translations, i));
  }
  for (size_t i = 0; i < baker.scaling().size(); ++i) {
    clip.channels.push_back(writer.Vector(baker.scaling()[i], Path::kScale, &BakedFrame::scales, i));
  }
  for (size_t i = 0; i < baker.rotating().size(); ++i) {
    clip.channels.push_back(writer.Rotation(baker.rotating()[i], i));
  }
  SortChannels(clip);
  return clip;
}

// A small target moves less than the large source it copies: a twentieth of the threshold still counts as motion.
constexpr double kStirsShare = 0.05;

// The hard gate: motion went in, so motion must come out.
absl::Status AuditMotion(const Report& report, const Rig& target, const Clip& clip) {
  if (report.source_moving_channels == 0 || report.moving_channels > 0) return absl::OkStatus();
  for (const Channel& channel : clip.channels) {
    if (ChannelMovesOnRig(channel, target, channel.bone, kStirsShare)) return absl::OkStatus();
  }
  return absl::InternalError(Cat("clip ", Quoted(clip.name), ": ", report.source_moving_channels,
                                 " source channels move and no channel of the result does; nothing was kept"));
}

// The plan speaks of the rigs as they were given: the profile of a mirrored source is turned back.
Plan CallersPlan(const RetargetSetup& setup, const BakeOptions& options) {
  Plan plan = setup.plan;
  if (options.mirror) plan.source_profile = MirroredProfile(plan.source_profile);
  return plan;
}

}  // namespace

absl::Status BakeJob::Validate() const {
  if (source == nullptr) return absl::InvalidArgumentError("source: no rig given");
  if (target == nullptr) return absl::InvalidArgumentError("target: no rig given");
  if (clip == nullptr) return absl::InvalidArgumentError("clip: none given");
  if (result == nullptr) return absl::InvalidArgumentError("result: nowhere to put the clip");
  RETURN_IF_ERROR(options.Validate());
  RETURN_IF_ERROR(ValidateClip(*clip));
  return BindClip(*clip, *source).status();
}

absl::Status BakeJob::Run() const {
  RETURN_IF_ERROR(Validate());
  const SourceView view = ViewSource(*source, clip, options);
  ASSIGN_OR_RETURN(const std::vector<int> rig_bone, BindClip(*view.clip, *view.rig));
  ASSIGN_OR_RETURN(const RetargetSetup setup, PrepareRetarget(view, *target, options));
  FrameBaker baker(*view.rig, *target, setup, *view.clip, rig_bone, options);
  RETURN_IF_ERROR(baker.Run(cancelled, cancelled_context));
  BakeResult made;
  made.clip = WriteClip(baker, *target, *clip, options);
  made.plan = CallersPlan(setup, options);
  const double floor_shift = baker.placer().floor_shift() / setup.target.frame.hips_height;
  ASSIGN_OR_RETURN(made.report, MeasureBake({*view.rig, *target, setup, *view.clip, rig_bone, made.clip, baker, options,
                                             floor_shift}));
  made.report.options = made.plan.options;
  made.report.floor_shift = floor_shift;
  if (made.plan.root_bone >= 0) made.report.root_bone = target->bone_names()[made.plan.root_bone];
  RETURN_IF_ERROR(AuditMotion(made.report, *target, made.clip));
  *result = std::move(made);
  return absl::OkStatus();
}

absl::StatusOr<Plan> MakePlan(const Rig& source, const Rig& target, const Clip* clip, const BakeOptions& options) {
  RETURN_IF_ERROR(options.Validate());
  ASSIGN_OR_RETURN(const RetargetSetup setup, PrepareRetarget(ViewSource(source, clip, options), target, options));
  return CallersPlan(setup, options);
}

}  // namespace retarget
