#include "core/retarget/options.h"

#include "core/base/cat.h"
#include "core/base/problem_list.h"
#include "core/rig/rig.h"

namespace retarget {

absl::Status BakeOptions::Validate() const {
  std::string problems;
  auto add = [&](const std::string& text) { problems += (problems.empty() ? "" : "; ") + text; };
  if (!(sample_rate_hz == 0 || (sample_rate_hz >= 1 && sample_rate_hz <= 1000))) {
    add(Cat("sample_rate_hz is ", sample_rate_hz, ", expected 0 (keys of the source) or 1..1000"));
  }
  if (!(tolerance_deg > 0 && tolerance_deg <= 10)) {
    add(Cat("tolerance_deg is ", tolerance_deg, ", expected more than 0 and at most 10"));
  }
  if (feet != FootReference::kFlat && feet != FootReference::kCarried) add("feet is not flat or carried");
  if (clip_name.size() > kMaxNameBytes) {
    add(Cat("clip_name has ", clip_name.size(), " bytes, the limit is ", kMaxNameBytes));
  }
  return problems.empty() ? absl::OkStatus() : absl::InvalidArgumentError(Cat("bake options: ", problems));
}

std::vector<OptionText> DescribeOptions(const BakeOptions& options) {
  const BakeOptions defaults;
  std::vector<OptionText> texts;
  auto add = [&](std::string_view name, std::string value) { texts.push_back({std::string(name), std::move(value)}); };
  if (options.feet != defaults.feet) add("feet", "carried");
  if (options.symmetrize) add("symmetrize", "true");
  if (options.sample_rate_hz != defaults.sample_rate_hz) add("sampleRateHz", Cat(options.sample_rate_hz));
  if (options.tolerance_deg != defaults.tolerance_deg) add("toleranceDeg", Cat(options.tolerance_deg));
  if (options.mirror) add("mirror", "true");
  return texts;
}

}  // namespace retarget
