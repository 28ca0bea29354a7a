#pragma once
// Bodies built by hand for mapping tests: world positions and names go in, a rig comes out.

#include <map>
#include <string>
#include <vector>

#include "core/rig/rig.h"

namespace retarget::testing {

// One bone by its world position (metres, +Y up, facing +Z).
struct TestBone {
  std::string name;
  std::string parent;  // name, empty for a root
  Vec3 position;
};

struct RigStyle {
  bool random_rest = true;  // rest frames turned at random; false: identity rotations
  bool skin = true;         // inverse binds on every bone not in `unskinned`
  std::vector<std::string> unskinned;
  double yaw_deg = 0;  // turn of the whole body about +Y
  double scale = 1;    // of the whole body
  bool z_up = false;   // the body lies in a Z-up world
  unsigned seed = 1;
};

Rig MakeRig(const std::vector<TestBone>& bones, const RigStyle& style = {});

// The 22 body roles of a T-posed adult and their true parents, named as `names` says (role -> bone name); roles that
// are not in `names` are left out, and their children hang on the next role above. Three joints per finger of both
// hands when the hand has names "lefthandthumb1" and so on.
std::vector<TestBone> Body(const std::map<std::string, std::string>& names);

// Role -> role: a body whose bones are called like the roles.
std::map<std::string, std::string> RoleNames();
std::map<std::string, std::string> RoleAndFingerNames();

// World position of a role in Body().
Vec3 PlaceOf(const std::string& role);

}  // namespace retarget::testing
