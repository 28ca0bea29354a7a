#include "client/ctl/common/bake_flags.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/base/text.h"

namespace retarget::ctl {
namespace {

template <size_t N>
void AddChoice(Command& command, const std::string& flag, const std::array<std::string_view, N>& names,
               std::string& value, const std::string& help) {
  command.Choice(flag, std::vector<std::string>(names.begin(), names.end()), value, help);
}

// `text` is one of `names`: AddChoice has seen to it.
template <typename Enum, size_t N>
Enum ValueOf(const std::string& text, const std::array<std::string_view, N>& names) {
  return static_cast<Enum>(std::find(names.begin(), names.end(), text) - names.begin());
}

// "height", "legs" or a number.
absl::Status ReadHipsScale(const std::string& text, BakeOptions& options) {
  if (text == "height" || text == "legs") {
    options.hips_scale = ValueOf<HipsScale>(text, kHipsScaleNames);
    return absl::OkStatus();
  }
  const char* end = text.data() + text.size();
  const std::from_chars_result result = std::from_chars(text.data(), end, options.hips_factor);
  if (result.ec != std::errc() || result.ptr != end) {
    return absl::InvalidArgumentError(Cat("--hips-scale: ", Quoted(text), " is not height, legs or a number"));
  }
  options.hips_scale = HipsScale::kFactor;
  return absl::OkStatus();
}

}  // namespace

void AddBakeFlags(Command& command, BakeFlags& flags) {
  BakeOptions& options = flags.options;
  command.Flag("--symmetrize", options.symmetrize, "Use an absolutely symmetric T-pose on both rigs");
  AddChoice(command, "--feet", kFootReferenceNames, flags.feet,
            "flat: flat soles stay flat; carried: feet follow the shin");
  command.Number("--fps", options.sample_rate_hz, "Fixed keys per second, 1 to 1000; default: the source's keys");
  command.PositiveNumber("--tolerance", options.tolerance_deg, "Largest error between keys in degrees, without --fps");
  command.Flag("--mirror", options.mirror, "Exchange left and right: the mirror image of the motion");
  AddChoice(command, "--root-motion", kRootMotionNames, flags.root_motion,
            "keep: as authored; hips: all travel on the hips; root_from_hips: horizontal travel and turn on the root "
            "bone; in_place: no horizontal travel; in_place_no_turn: no turn either");
  command.Text("--hips-scale", flags.hips_scale,
               "What hips travel is multiplied by: height (ratio of hips heights, the default), legs (of leg lengths) "
               "or a number");
  command.Choice("--floor", {"keep", "match"}, flags.floor,
                 "match: raise or lower the body by a constant so that the soles meet the floor as the source's do");
  AddChoice(command, "--scale-keys", kScaleKeysNames, flags.scale_keys,
            "drop: scale keys are dropped and reported; ratio: they go to the target's bones, relative to rest");
}

absl::StatusOr<BakeOptions> OptionsOf(const BakeFlags& flags) {
  BakeOptions options = flags.options;
  options.feet = ValueOf<FootReference>(flags.feet, kFootReferenceNames);
  options.root_motion = ValueOf<RootMotion>(flags.root_motion, kRootMotionNames);
  options.floor_match = flags.floor == "match";
  options.scale_keys = ValueOf<ScaleKeys>(flags.scale_keys, kScaleKeysNames);
  RETURN_IF_ERROR(ReadHipsScale(flags.hips_scale, options));
  RETURN_IF_ERROR(options.Validate());
  return options;
}

}  // namespace retarget::ctl
