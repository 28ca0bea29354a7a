#pragma once
// A clip playing on a rig: world transforms at any time.

#include <vector>

#include "absl/status/statusor.h"
#include "core/clip/clip.h"
#include "core/clip/evaluate.h"
#include "core/math/types.h"
#include "core/rig/rig.h"

namespace retarget {

// World space, bone order.
struct MotionFrame {
  std::vector<Transform> local;
  std::vector<Mat4> world;
  std::vector<Quat> rotation;  // nearest rotation of `world`
};

// Does not own rig and clip; both must outlive it, and every channel's bone must be a bone of the rig (see BindClip).
// Not thread-safe: it remembers where the last sample was, so that playing forward costs O(1) per channel.
class ClipMotion {
 public:
  // `rig_bone` gives the rig bone of each Clip::bone_names entry.
  ClipMotion(const Rig& rig, const Clip& clip, std::vector<int> rig_bone);

  // Bones without a channel keep their rest. `frame` is resized as needed and can be reused.
  void Sample(double time_s, MotionFrame& frame);

 private:
  bool HasOddScale() const;

  const Rig& rig_;
  const Clip& clip_;
  std::vector<int> rig_bone_;
  std::vector<KeyCursor> cursors_;
  // True where a scale is mirrored or not uniform: then the product of local rotations is not the world rotation.
  bool odd_scale_ = false;
};

// Rig bone of every name in clip.bone_names: by index where the names are the rig's own list, else by name. A name that
// channels use and the rig lacks is kInvalidArgument naming the nearest bone; a name no channel uses may be absent
// (-1).
absl::StatusOr<std::vector<int>> BindClip(const Clip& clip, const Rig& rig);

}  // namespace retarget
