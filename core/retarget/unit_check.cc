#include "core/retarget/unit_check.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/base/cat.h"
#include "core/base/text.h"
#include "core/math/matrix.h"
#include "core/math/quaternion.h"
#include "core/retarget/clip_motion.h"

namespace retarget {
namespace {

constexpr double kMostGrowth = 20, kMostHipsShrink = 200, kLeastHipsShrink = 50;
// All keys at zero are an idle channel, not a unit.
constexpr double kMostShrink = 5000;
// Shares of the hips height: a shorter offset says nothing about units.
constexpr double kLeastOffset = 0.01, kLeastHipsRise = 0.2;

// A channel whose typical key is `key` where the rest has `rest`, rig units.
struct Witness {
  const Channel* channel = nullptr;
  double key = 0, rest = 1;
  double Growth() const { return key / rest; }
};

template <typename T, typename Less>
T& Middle(std::vector<T>& values, const Less& less) {
  const auto middle = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end(), less);
  return *middle;
}

template <typename SizeOf>
double TypicalKey(const Channel& channel, const SizeOf& size_of) {
  std::vector<double> sizes;
  const size_t stride = static_cast<size_t>(channel.Stride());
  const size_t value = channel.interpolation == Interpolation::kCubicSpline ? 3 : 0;  // after the in-tangent
  for (size_t i = value; i + 2 < channel.values.size(); i += stride) {
    sizes.push_back(size_of(Vec3(channel.values[i], channel.values[i + 1], channel.values[i + 2])));
  }
  return Middle(sizes, std::less<double>());
}

class UnitChecker {
 public:
  UnitChecker(const Rig& rig, const CanonicalPose& pose, const Clip& clip) : rig_(rig), pose_(pose), clip_(clip) {}

  absl::Status Check(const std::vector<int>& rig_bone) {
    for (const Channel& channel : clip_.channels) {
      if (channel.path == Path::kTranslation) Look(channel, rig_bone[channel.bone]);
    }
    if (hips_) {
      const double growth = hips_->Growth();
      if (growth > kMostGrowth || (growth > 1 / kMostHipsShrink && growth < 1 / kLeastHipsShrink)) {
        return Mismatch(*hips_, "height of the hips above their parent");
      }
    }
    if (body_.empty()) return absl::OkStatus();
    const Witness& middle = Middle(body_, [](const Witness& a, const Witness& b) { return a.Growth() < b.Growth(); });
    const double growth = middle.Growth();
    const bool fits = growth <= kMostGrowth && (growth >= 1 / kMostGrowth || growth < 1 / kMostShrink);
    return fits ? absl::OkStatus() : Mismatch(middle, "length of the keys");
  }

 private:
  void Look(const Channel& channel, int bone) {
    const int hips = pose_.BoneOf("hips"), parent = rig_.parents()[bone];
    const Mat3 world_from_parent = parent < 0 ? Mat3(1.0) : Mat3(rig_.rest_world()[parent]);
    const double height = pose_.frame.hips_height;
    const Vec3& rest = rig_.rest()[bone].translation;
    if (bone == hips) {
      auto rise = [&](const Vec3& v) { return glm::dot(world_from_parent * v, pose_.frame.up); };
      if (rise(rest) > kLeastHipsRise * height) hips_ = Witness{&channel, TypicalKey(channel, rise), rise(rest)};
    } else if (!pose_.profile.RoleOf(bone).empty() && rig_.IsAncestorOrSelf(hips, bone)) {
      auto length = [&](const Vec3& v) { return Length(world_from_parent * v); };
      if (length(rest) > kLeastOffset * height) {
        body_.push_back({&channel, TypicalKey(channel, length), length(rest)});
      }
    }
  }

  absl::Status Mismatch(const Witness& witness, std::string_view what) const {
    const size_t index = static_cast<size_t>(witness.channel - clip_.channels.data());
    const double growth = witness.Growth();
    return absl::InvalidArgumentError(
        Cat("clip ", Quoted(clip_.name), ": unit mismatch: ", ChannelLabel(index, *witness.channel, clip_.bone_names),
            ": the ", what, " is ", absl::StrFormat("%.4g", witness.key), " where the rest of rig ",
            Quoted(rig_.name()), " has ", absl::StrFormat("%.4g", witness.rest), " (world units, ",
            absl::StrFormat("%.3g", growth > 1 ? growth : 1 / growth), " times as ", growth > 1 ? "large" : "small",
            "); keys and rig must be in one unit: scale one of them, or export both with the same unit"));
  }

  const Rig& rig_;
  const CanonicalPose& pose_;
  const Clip& clip_;
  std::optional<Witness> hips_;
  std::vector<Witness> body_;
};

}  // namespace

absl::Status CheckUnits(const Rig& rig, const CanonicalPose& pose, const Clip& clip) {
  const absl::StatusOr<std::vector<int>> rig_bone = BindClip(clip, rig);
  return rig_bone.ok() ? UnitChecker(rig, pose, clip).Check(*rig_bone) : absl::OkStatus();
}

}  // namespace retarget
