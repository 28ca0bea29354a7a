#include "core/rig/profile.h"

#include <algorithm>

#include "core/rig/roles.h"

namespace retarget {

int Profile::BoneOf(std::string_view role) const {
  for (const RoleBone& entry : roles) {
    if (entry.role == role) return entry.bone;
  }
  return -1;
}

std::string_view Profile::RoleOf(int bone) const {
  for (const RoleBone& entry : roles) {
    if (entry.bone == bone) return entry.role;
  }
  return {};
}

void Profile::Set(std::string_view role, int bone) {
  std::string name(role);  // `role` may point into an entry erased below
  const std::string before(RoleOf(bone));
  if (!before.empty() && before != name) Erase(before);
  std::erase_if(roles, [&](const RoleBone& entry) { return entry.role == name; });
  const auto place =
      std::lower_bound(roles.begin(), roles.end(), name,
                       [](const RoleBone& entry, const std::string& r) { return RoleLess(entry.role, r); });
  roles.insert(place, RoleBone{std::move(name), bone});
}

void Profile::Erase(std::string_view role) {
  const std::string name(role);
  std::erase_if(roles, [&](const RoleBone& entry) { return entry.role == name; });
  std::erase_if(poses, [&](const RolePose& pose) { return pose.role == name; });
}

}  // namespace retarget
