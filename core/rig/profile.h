#pragma once
// A profile: which bone of a rig plays which humanoid role. Derived by core/humanoid, edited by people.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/rig/role_pose.h"

namespace retarget {

// Longest role name in bytes. YAML reads no key over 1024 characters, and an unprintable byte is written as four.
inline constexpr size_t kMaxRoleBytes = 128;

struct RoleBone {
  std::string role;  // 1..kMaxRoleBytes bytes
  int bone = -1;     // index into the rig
  friend bool operator==(const RoleBone&, const RoleBone&) = default;
};

// Roles are unique, bones are unique, and the order is RoleLess order (see roles.h): one profile has one encoding.
struct Profile {
  std::string base;    // naming convention the rig follows ("mixamo", "vrm", "geometry", ...); free text
  int bone_count = 0;  // bones of the rig the profile was made for
  std::vector<RoleBone> roles;
  // Turns on top of the canonical pose, made by hand. Of roles that have a bone, unique, in RoleLess order.
  std::vector<RolePose> poses = {};

  // The bone of `role`, or -1.
  int BoneOf(std::string_view role) const;
  // The role of `bone`, or empty.
  std::string_view RoleOf(int bone) const;
  // Adds or moves a role, keeping the order. A role that had the bone before loses it, and its pose with it.
  void Set(std::string_view role, int bone);
  // Takes a role and its pose out; nothing happens when it is absent.
  void Erase(std::string_view role);
  friend bool operator==(const Profile&, const Profile&) = default;
};

}  // namespace retarget
