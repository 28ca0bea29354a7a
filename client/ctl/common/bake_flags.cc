#include "client/ctl/common/bake_flags.h"

#include "core/base/status_macros.h"

namespace retarget::ctl {

void AddBakeFlags(Command& command, BakeFlags& flags) {
  BakeOptions& options = flags.options;
  command.Flag("--symmetrize", options.symmetrize, "Use an absolutely symmetric T-pose on both rigs");
  command.Choice("--feet", {"flat", "carried"}, flags.feet,
                 "flat: flat soles stay flat; carried: feet follow the shin");
  command.Number("--fps", options.sample_rate_hz, "Fixed keys per second, 1 to 1000; default: the source's keys");
  command.PositiveNumber("--tolerance", options.tolerance_deg, "Largest error between keys in degrees, without --fps");
  command.Flag("--mirror", options.mirror, "Exchange left and right: the mirror image of the motion");
}

absl::StatusOr<BakeOptions> OptionsOf(const BakeFlags& flags) {
  BakeOptions options = flags.options;
  options.feet = flags.feet == "carried" ? FootReference::kCarried : FootReference::kFlat;
  RETURN_IF_ERROR(options.Validate());
  return options;
}

}  // namespace retarget::ctl
