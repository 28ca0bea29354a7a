#include "core/retarget/options.h"

#include "core/base/cat.h"
#include "core/rig/rig.h"

namespace retarget {
namespace {

constexpr double kMostHipsFactor = 1e6;

template <typename Enum, size_t N>
bool IsIn(Enum value, const std::array<std::string_view, N>& names) {
  return static_cast<size_t>(value) < names.size();
}

template <typename Enum, size_t N>
std::string NameOf(Enum value, const std::array<std::string_view, N>& names) {
  return std::string(names[static_cast<size_t>(value)]);
}

}  // namespace

absl::Status BakeOptions::Validate() const {
  std::string problems;
  auto add = [&](const std::string& text) { problems += (problems.empty() ? "" : "; ") + text; };
  if (!(sample_rate_hz == 0 || (sample_rate_hz >= 1 && sample_rate_hz <= 1000))) {
    add(Cat("sample_rate_hz is ", sample_rate_hz, ", expected 0 (keys of the source) or 1..1000"));
  }
  if (!(tolerance_deg > 0 && tolerance_deg <= 10)) {
    add(Cat("tolerance_deg is ", tolerance_deg, ", expected more than 0 and at most 10"));
  }
  if (!IsIn(feet, kFootReferenceNames)) add("feet is not flat or carried");
  if (!IsIn(root_motion, kRootMotionNames)) add("root_motion is none of its values");
  if (!IsIn(hips_scale, kHipsScaleNames)) add("hips_scale is not height, legs or factor");
  if (!IsIn(scale_keys, kScaleKeysNames)) add("scale_keys is not drop or ratio");
  if (!(hips_factor > 0 && hips_factor <= kMostHipsFactor)) {
    add(Cat("hips_factor is ", hips_factor, ", expected more than 0 and at most ", kMostHipsFactor));
  } else if (hips_factor != 1 && hips_scale != HipsScale::kFactor) {
    add(Cat("hips_factor is ", hips_factor, ", but hips_scale is not factor"));
  }
  if (clip_name.size() > kMaxNameBytes) {
    add(Cat("clip_name has ", clip_name.size(), " bytes, the limit is ", kMaxNameBytes));
  }
  return problems.empty() ? absl::OkStatus() : absl::InvalidArgumentError(Cat("bake options: ", problems));
}

std::vector<OptionText> DescribeOptions(const BakeOptions& options) {
  const BakeOptions defaults;
  std::vector<OptionText> texts;
  auto add = [&](std::string_view name, std::string value) { texts.push_back({std::string(name), std::move(value)}); };
  if (options.feet != defaults.feet) add("feet", NameOf(options.feet, kFootReferenceNames));
  if (options.symmetrize) add("symmetrize", "true");
  if (options.sample_rate_hz != defaults.sample_rate_hz) add("sampleRateHz", Cat(options.sample_rate_hz));
  if (options.tolerance_deg != defaults.tolerance_deg) add("toleranceDeg", Cat(options.tolerance_deg));
  if (options.mirror) add("mirror", "true");
  add("rootMotion", NameOf(options.root_motion, kRootMotionNames));
  if (options.hips_scale != defaults.hips_scale) add("hipsScale", NameOf(options.hips_scale, kHipsScaleNames));
  if (options.floor_match) add("floor", "match");
  if (options.scale_keys != defaults.scale_keys) add("scaleKeys", NameOf(options.scale_keys, kScaleKeysNames));
  return texts;
}

}  // namespace retarget
