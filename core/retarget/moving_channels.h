#pragma once
// The moving-channel audit: does a channel carry motion?

#include "core/clip/clip.h"
#include "core/rig/rig.h"

namespace retarget {

inline constexpr double kMovesDeg = 1.0;
inline constexpr double kMovesMetres = 0.002;
inline constexpr double kMovesScale = 0.001;

// True when any key differs from the first by more than kMovesDeg, kMovesMetres (in the world, through the rest scale
// of the parent) or kMovesScale, each times `share`. `bone`: the rig bone the channel drives.
bool ChannelMoves(const Channel& channel, const Rig& rig, int bone, double share = 1.0);

}  // namespace retarget
