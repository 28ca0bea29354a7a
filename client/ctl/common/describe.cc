#include "client/ctl/common/describe.h"

#include <algorithm>
#include <set>

#include "core/base/cat.h"
#include "core/clip/channel_motion.h"
#include "core/retarget/moving_channels.h"

namespace retarget::ctl {
namespace {

int CountMoving(const Clip& clip, const Rig* rig) {
  return static_cast<int>(std::count_if(clip.channels.begin(), clip.channels.end(), [&](const Channel& channel) {
    return rig != nullptr ? ChannelMovesOnRig(channel, *rig, channel.bone) : ChannelMoves(channel);
  }));
}

}  // namespace

int JointsOf(const Rig& rig) {
  int joints = 0;
  for (int bone = 0; bone < rig.num_bones(); ++bone) joints += rig.is_joint(bone) ? 1 : 0;
  return joints;
}

ClipFacts DescribeClip(const Clip& clip, const Rig* rig) {
  ClipFacts facts;
  facts.name = clip.name;
  facts.duration_s = clip.duration_s;
  facts.first_key_s = KeySpan(clip).start_s;
  facts.last_key_s = KeySpan(clip).end_s;
  facts.channels = static_cast<int>(clip.channels.size());
  std::set<int> bones;
  for (const Channel& channel : clip.channels) {
    bones.insert(channel.bone);
    facts.keys += static_cast<int64_t>(channel.times.size());
    facts.longest_keys = std::max(facts.longest_keys, static_cast<int>(channel.times.size()));
  }
  facts.bones = static_cast<int>(bones.size());
  facts.moving = CountMoving(clip, rig);
  return facts;
}

Json ToJson(const ClipFacts& facts) {
  return {{"name", facts.name},
          {"duration", facts.duration_s},
          {"firstKey", facts.first_key_s},
          {"lastKey", facts.last_key_s},
          {"bones", facts.bones},
          {"channels", facts.channels},
          {"movingChannels", facts.moving},
          {"keys", facts.keys},
          {"longestChannelKeys", facts.longest_keys}};
}

std::string ToText(const ClipFacts& facts) {
  return Cat(Fixed(facts.duration_s, 3), " s, ", facts.channels, " channels on ", facts.bones, " bones, ", facts.moving,
             " moving, ", facts.keys, " keys (", facts.longest_keys, " in the longest channel)");
}

}  // namespace retarget::ctl
