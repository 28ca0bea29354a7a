#pragma once
// A hand-built humanoid of 22 bones for tests: bone positions are plain numbers, bone frames are whatever is asked for.

#include <cstdint>
#include <map>
#include <string>

#include "core/math/types.h"
#include "core/rig/rig.h"

namespace retarget::testing {

struct FigureStyle {
  double arm_below_horizontal_deg = 0;  // 0 = T pose, 45 = A pose
  double yaw_deg = 0;                   // the whole figure turned about +Y
  double scale = 1;
  double leg_share = 1;      // leg length, others unchanged
  uint64_t frames_seed = 0;  // 0: all bone frames identity; else every bone has its own random frame
  bool skin = true;
  // Rest differs from bind: the rest pose has both forearms bent by this angle about an oblique axis.
  double rest_bend_deg = 0;
};

// Profile included; bone i is called by its role.
Rig MakeFigure(const FigureStyle& style);
RawRig MakeRawFigure(const FigureStyle& style);

}  // namespace retarget::testing
