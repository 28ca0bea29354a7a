#pragma once
// How a generated rig is to look: everything in which real humanoid rigs differ.

#include <cstdint>
#include <string>

#include "absl/status/status.h"

namespace retarget {

// Orientation of the bones in the canonical T-pose, in the character frame (+X left, +Y up, +Z forward).
enum class RestAxis {
  kIdentity,     // aligned with the character in the T-pose
  kWorldAtBind,  // aligned with the character at bind, whatever the bind pose is
  kYAlongBone,   // +Y to the next bone (Blender, Mixamo)
  kXAlongBone,   // +X to the next bone on the left and the trunk, -X on the right (Unreal, Biped)
  kRandom,       // any orientation, a new one per bone and seed
};

// The pose the mesh is skinned in. Only limbs differ; trunk and clavicles are the same in all of them.
enum class PoseStyle { kT, kA, kI, kWalkStart };

// What stands above the hips. World positions and orientations of the body are the same for all of them.
enum class Parents {
  kNone,              // the hips are the root
  kArmatureMinus90X,  // "Armature", turned -90 degrees about X (Blender, FBX)
  kScale001,          // "Armature", scale 0.01: bone offsets are in centimetres
  kScale100,          // "Armature", scale 100
  kPlainNode,         // "Scene", moved and turned, as an editor's grouping node is
};

enum class Naming { kMixamo, kUnreal, kVrm, kNumbered };

// Metres before RigStyle::scale.
struct Proportions {
  double hips_height = 0.98;  // above the floor
  double thigh_share = 0.52;  // of the leg from thigh to ankle, (0, 1)
  double ankle_height = 0.09;
  double foot_length = 0.13;  // ankle to ball
  double hip_half_width = 0.09;
  double trunk_length = 0.42;  // first spine bone to neck
  double neck_length = 0.10;
  double head_length = 0.20;
  double shoulder_half_width = 0.18;
  double upper_arm_length = 0.28;
  double forearm_length = 0.25;
  double hand_length = 0.18;
};

struct RigStyle {
  std::string name = "generated";
  RestAxis rest_axis = RestAxis::kYAlongBone;
  PoseStyle pose = PoseStyle::kT;
  // Soles are level at bind, as on real characters; false: the feet follow the shins of the bind pose.
  bool level_soles = true;
  Parents parents = Parents::kNone;
  // Turn of the whole character about world up; 0 faces +Z, pi/2 faces +X.
  double facing_yaw_rad = 0.0;
  double scale = 1.0;  // world units per metre, > 0
  Naming naming = Naming::kMixamo;
  int spine_count = 3;  // 1..5
  bool clavicles = true, neck = true, toes = true, fingers = false;
  bool tips = true;  // role-less end bones of head and toes
  Proportions proportions = {};
  // Inverse binds on every body bone. Without a skin the rest pose is the bind pose.
  bool skin = true;
  // The inverse binds are relative to the node above the hips, not to the world.
  bool skin_in_parent_space = false;
  // The stored rest is some other pose than bind (up to 0.5 rad per bone). Needs `skin`.
  bool rest_is_posed = false;
  // Carry the right profile, so that no name has to be understood.
  bool profile = true;
  // Bones in random order: parents may stand after children.
  bool shuffle = false;
  uint64_t seed = 1;  // of kRandom, rest_is_posed and shuffle

  // kInvalidArgument listing every field out of range.
  absl::Status Validate() const;
};

}  // namespace retarget
