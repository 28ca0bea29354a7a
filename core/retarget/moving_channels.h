#pragma once
// The moving-channel audit in the world: core/clip/channel_motion.h knows a channel alone, this knows its rig.

#include "core/clip/channel_motion.h"
#include "core/clip/clip.h"
#include "core/rig/rig.h"

namespace retarget {

// True when the channel's largest change is over the limits of channel_motion.h times `share`. A translation is
// measured in the world, through the rest scale of the parent of `bone`, the rig bone the channel drives.
bool ChannelMovesOnRig(const Channel& channel, const Rig& rig, int bone, double share = 1.0);

}  // namespace retarget
