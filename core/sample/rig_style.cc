#include "core/sample/rig_style.h"

#include <cmath>

#include "core/base/cat.h"

namespace retarget {

namespace {

bool AllPositive(const Proportions& p) {
  const double lengths[] = {p.hips_height,         p.thigh_share,      p.ankle_height,   p.foot_length,
                            p.hip_half_width,      p.trunk_length,     p.neck_length,    p.head_length,
                            p.shoulder_half_width, p.upper_arm_length, p.forearm_length, p.hand_length};
  for (double length : lengths) {
    if (!(length > 0.0) || !std::isfinite(length)) return false;
  }
  return true;
}

}  // namespace

absl::Status RigStyle::Validate() const {
  std::string problems;
  const auto require = [&](bool ok, const char* text) {
    if (!ok) problems += Cat(problems.empty() ? "" : "; ", text);
  };
  require(spine_count >= 1 && spine_count <= 5, "spine_count must be 1..5");
  require(scale > 0.0 && std::isfinite(scale), "scale must be > 0");
  require(std::fabs(facing_yaw_rad) <= 7.0, "facing_yaw_rad must be within -7..7");
  require(skin || !rest_is_posed, "rest_is_posed needs skin");
  require(AllPositive(proportions), "every proportion must be > 0");
  require(proportions.thigh_share < 1.0, "proportions.thigh_share must be < 1");
  require(proportions.ankle_height < 0.5 * proportions.hips_height,
          "proportions.ankle_height must be < hips_height / 2");
  if (problems.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError(Cat("rig style: ", problems));
}

}  // namespace retarget
