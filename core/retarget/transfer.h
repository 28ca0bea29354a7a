#pragma once
// The transfer of one frame: source world transforms in, target local transforms out.
//
//   W_t = F_t * (inv(F_s) * W_s * inv(C_s)) * C_t
//
// W: world rotation of a bone; F: the body's turn, world from character frame; C: the bone's orientation in the
// canonical T-pose, character frame. The bracket is the source bone's deviation from its T-pose, seen in its own body;
// the target deviates by the same rotation. Local rotations then follow from the target's own animated parents,
// top-down. (design.md section 5 with Q = inv(F).)

#include <vector>

#include "core/math/types.h"
#include "core/retarget/clip_motion.h"
#include "core/retarget/options.h"
#include "core/retarget/setup.h"
#include "core/rig/rig.h"

namespace retarget {

// Rest-relative target pose: local transforms of all bones, bone order.
struct TargetFrame {
  std::vector<Transform> local;
  std::vector<Quat> rotation;  // world, scratch and for error measures
  std::vector<Mat4> world;
};

// Immutable once built and aimed; Frame() is const and thread-safe with one TargetFrame per thread.
class Transfer {
 public:
  // All arguments must outlive the object.
  Transfer(const Rig& source, const Rig& target, const RetargetSetup& setup, FootReference feet);

  // Looks at one source frame: limb segments that do not follow their bone rigidly (translation keys, bones hanging
  // elsewhere) are aimed from now on, for every frame of the clip. Call for all frames before the first Frame().
  void NoteSourceFrame(const MotionFrame& source);

  // `out` is resized as needed; equal inputs give equal bits.
  void Frame(const MotionFrame& source, TargetFrame& out) const;

  // World rotations and matrices of `frame.local`; what Frame() leaves behind too.
  void ForwardKinematics(TargetFrame& frame) const;

  enum class Drive : char {
    kRest,      // untouched: no channel
    kConstant,  // bind orientation where the stored rest is a pose
    kMapped,    // rotation from the source
  };
  Drive drive(int target_bone) const { return drive_[target_bone]; }
  // What moves the body (the hips, or the carrier above them) and limb bones that hang outside their limb: their
  // translation is written too.
  bool translates(int target_bone) const;
  // Source bones whose motion can reach the result: mapped bones, segment ends, and everything above them.
  const std::vector<bool>& relevant_source_bones() const { return relevant_; }
  // Limb bones of the target that hang outside their limb and are therefore moved by translation keys.
  std::vector<int> CarriedBones() const;
  // The bone above the hips that carries them and the thighs side by side, and is moved so that the hips come to stand
  // where they should; the hips themselves where the thighs hang on them.
  int carrier() const { return target_carrier_; }
  // Roles aimed onto the source's bone-to-bone direction.
  std::vector<std::string> AimedRoles() const;

 private:
  struct Mapped {
    int source, target;
    Quat source_from_reference;  // inv(C_s)
    Quat target_reference;       // C_t
  };
  struct Segment {
    std::string_view role;
    int source_near, source_end, target_near;
    Vec3 source_axis, target_axis;  // in the near bone's own frame
    bool aimed = false;
  };
  struct Carried {
    int parent = -1;  // target bone it hangs on in the body; -1: hangs where the file says
    Vec3 offset{0};   // from parent, in the parent's frame, world units
  };

  void MapRoles(FootReference feet);
  void FindCarrier();
  void PlaceCarrier();
  void FindDrives();
  void FindSegments();
  void FindCarried();
  void FindEvaluationOrder();
  void FindRelevant();
  Vec3 TargetAxis(int near, int end) const;
  Vec3 HipsFromCarrier(const TargetFrame& frame, const Transform& local) const;
  Vec3 SourceDirection(const Segment& segment, const MotionFrame& source) const;

  const Rig& source_;
  const Rig& target_;
  const RetargetSetup& setup_;
  int source_hips_, target_hips_;
  int target_carrier_;
  Transform hips_in_carrier_;  // as the output holds it; scale unused
  Quat target_world_from_source_world_;
  std::vector<Mapped> mapped_;
  std::vector<Segment> segments_;
  std::vector<Carried> carried_;
  std::vector<Drive> drive_;
  std::vector<Transform> base_local_;
  std::vector<int> order_;
  std::vector<bool> relevant_;
};

}  // namespace retarget
