// Bodies whose names say nothing, with the oddities of real rigs.

#include <algorithm>

#include "core/base/cat.h"
#include "core/humanoid/derive_profile.h"
#include "core/math/quaternion.h"
#include "core/math/scalar.h"
#include "gtest/gtest.h"
#include "tests/core/humanoid/test_body.h"

namespace retarget::testing {
namespace {

// The bones called bone_<i>; `true_names` receives what they were called.
std::vector<TestBone> Anonymous(const std::vector<TestBone>& bones, std::vector<std::string>* true_names) {
  std::map<std::string, std::string> renamed;
  std::vector<TestBone> out;
  for (const TestBone& bone : bones) {
    renamed[bone.name] = Cat("bone_", out.size());
    true_names->push_back(bone.name);
    out.push_back({renamed[bone.name], bone.parent.empty() ? "" : renamed.at(bone.parent), bone.position});
  }
  return out;
}

// Expects every bone of `bones` that is called like a role to get this role, and no other bone to get one.
void ExpectFound(const std::vector<TestBone>& bones, RigStyle style = {}) {
  std::vector<std::string> names;
  const std::vector<TestBone> hidden = Anonymous(bones, &names);
  for (std::string& name : style.unskinned) {
    name = hidden[std::find(names.begin(), names.end(), name) - names.begin()].name;
  }
  const Rig rig = MakeRig(hidden, style);
  const HumanoidAnswer answer = DeriveProfile(rig);
  EXPECT_TRUE(answer.humanoid) << answer.reason;
  EXPECT_EQ(answer.profile.base, "geometry");
  const std::map<std::string, std::string> roles = RoleAndFingerNames();
  for (int bone = 0; bone < rig.num_bones(); ++bone) {
    const std::string expected = roles.contains(names[bone]) ? names[bone] : "";
    EXPECT_EQ(answer.profile.RoleOf(bone), expected) << names[bone];
  }
}

std::vector<TestBone> Plain() { return Body(RoleNames()); }

std::map<std::string, std::string> RolesWithout(std::initializer_list<const char*> gone) {
  std::map<std::string, std::string> names = RoleNames();
  for (const char* part : gone) names.erase(part);
  return names;
}

void Hang(std::vector<TestBone>& bones, const std::string& bone, const std::string& parent) {
  std::find_if(bones.begin(), bones.end(), [&](const TestBone& b) { return b.name == bone; })->parent = parent;
}

// A bone on both sides, `position` on the left.
void AddPair(std::vector<TestBone>& bones, const std::string& name, const std::string& parent, const Vec3& position) {
  const bool sided = parent.starts_with("left");
  bones.push_back({"L" + name, parent, position});
  bones.push_back({"R" + name, sided ? "right" + parent.substr(4) : parent, position * Vec3(-1, 1, 1)});
}

TEST(Shape, FindsAPlainBody) { ExpectFound(Plain()); }
TEST(Shape, FindsFingers) { ExpectFound(Body(RoleAndFingerNames())); }
TEST(Shape, FindsABodyWithoutClavicles) { ExpectFound(Body(RolesWithout({"leftshoulder", "rightshoulder"}))); }
TEST(Shape, FindsABodyWithoutNeck) { ExpectFound(Body(RolesWithout({"neck"}))); }
TEST(Shape, FindsASpineOfOne) { ExpectFound(Body(RolesWithout({"spine1", "spine2"}))); }
TEST(Shape, FindsABodyWithoutToes) { ExpectFound(Body(RolesWithout({"lefttoebase", "righttoebase"}))); }

TEST(Shape, FollowsAnyFacingAxisAndSize) {
  for (const double yaw : {0.0, 90.0, 180.0, 270.0, 15.0}) {
    ExpectFound(Plain(), {.yaw_deg = yaw, .scale = 0.01, .z_up = true, .seed = 3});
  }
}

// Turns everything from `bone` down about its place.
void Turn(std::vector<TestBone>& bones, const std::string& bone, const Quat& turn) {
  const Vec3 centre =
      std::find_if(bones.begin(), bones.end(), [&](const TestBone& b) { return b.name == bone; })->position;
  std::vector<std::string> below = {bone};
  for (TestBone& b : bones) {
    if (std::find(below.begin(), below.end(), b.parent) == below.end()) continue;
    below.push_back(b.name);
    b.position = centre + turn * (b.position - centre);
  }
}

TEST(Shape, FindsBodiesInAnyStance) {
  struct Stance {
    double arm_down_deg, leg_out_deg, stride_deg, elbow_in_deg;
  };
  for (const Stance& stance :
       {Stance{45, 0, 0, 0}, Stance{85, 0, 0, 0}, Stance{-20, 35, 0, 0}, Stance{60, 3, 25, 20}, Stance{50, 5, 0, 70}}) {
    SCOPED_TRACE(Cat("arms down ", stance.arm_down_deg, ", stride ", stance.stride_deg));
    std::vector<TestBone> bones = Body(RoleAndFingerNames());
    for (const int side : {1, -1}) {
      const std::string name = side > 0 ? "left" : "right";
      const auto about = [&](const Vec3& axis, double degrees) { return AxisAngle(axis, degrees / kDegreesPerRadian); };
      Turn(bones, name + "forearm", about(Vec3(0, -side, 0), stance.elbow_in_deg));
      Turn(bones, name + "arm", about(Vec3(0, 0, -side), stance.arm_down_deg));
      Turn(bones, name + "upleg",
           about(Vec3(0, 0, side), stance.leg_out_deg) * about(Vec3(side, 0, 0), stance.stride_deg));
    }
    ExpectFound(bones);
  }
}

TEST(Shape, NeedsNoSkin) { ExpectFound(Body(RoleAndFingerNames()), {.skin = false}); }

TEST(Shape, LooksPastTwistBonesBesideTheLimbs) {
  std::vector<TestBone> bones = Body(RoleAndFingerNames());
  AddPair(bones, "armtwist", "leftarm", {0.3, 1.41, -0.02});
  AddPair(bones, "forearmtwist", "leftforearm", {0.6, 1.41, -0.02});
  AddPair(bones, "thightwist", "leftupleg", {0.1, 0.7, 0});
  ExpectFound(bones);
}

TEST(Shape, LooksPastControlsAndPoles) {
  std::vector<TestBone> bones = Plain();
  for (TestBone& bone : bones) {
    if (bone.name == "hips") bone.parent = "master";
  }
  bones.insert(bones.begin(), {"master", "", {0, 0, 0}});
  AddPair(bones, "handik", "master", {0.70, 1.41, -0.02});
  AddPair(bones, "footik", "master", {0.10, 0.09, -0.03});
  AddPair(bones, "kneepole", "master", {0.10, 0.5, 0.6});
  AddPair(bones, "elbowpole", "master", {0.45, 1.41, -0.6});
  ExpectFound(bones);
}

TEST(Shape, LooksPastSkirtAndHair) {
  std::vector<TestBone> bones = Plain();
  for (const double z : {-0.12, 0.0, 0.12}) {
    std::string parent = "hips";
    for (int i = 0; i < 5; ++i) {
      const std::string name = Cat("skirt", z, "_", i);
      const Vec3 place(0.16 + 0.02 * i, 0.88 - 0.09 * i, z);
      bones.push_back({"L" + name, i == 0 ? "hips" : "L" + parent, place});
      bones.push_back({"R" + name, i == 0 ? "hips" : "R" + parent, place * Vec3(-1, 1, 1)});
      parent = name;
    }
  }
  for (int i = 0; i < 5; ++i) {
    for (const char* side : {"L", "R"}) {
      const double x = side[0] == 'L' ? 0.1 : -0.1;
      bones.push_back({Cat(side, "hair", i), i == 0 ? "head" : Cat(side, "hair", i - 1), {x, 1.65 - 0.1 * i, -0.08}});
    }
  }
  ExpectFound(bones);
}

TEST(Shape, FindsThighsUnderTheSpineAndClaviclesUnderTheNeck) {
  std::vector<TestBone> bones = Plain();
  for (const char* side : {"left", "right"}) {
    Hang(bones, Cat(side, "upleg"), "spine");
    Hang(bones, Cat(side, "shoulder"), "neck");
  }
  for (TestBone& bone : bones) {
    if (bone.name == "hips") bone.position.y = 0.91;
  }
  ExpectFound(bones);
}

TEST(Shape, FindsFeetBesideTheBody) {
  std::vector<TestBone> bones = Body(RolesWithout({"lefttoebase", "righttoebase"}));
  for (TestBone& bone : bones) {
    if (bone.name == "hips") bone.parent = "master";
  }
  bones.insert(bones.begin(), {"master", "", {0, 0, 0}});
  for (const char* side : {"left", "right"}) Hang(bones, Cat(side, "foot"), "master");
  AddPair(bones, "footend", "leftfoot", {0.1, 0.02, 0.12});
  AddPair(bones, "kneepole", "master", {0.10, 0.5, 0.8});
  ExpectFound(bones, {.unskinned = {"Lfootend", "Rfootend"}});
}

TEST(Shape, LeavesTipsWithoutRole) {
  std::vector<TestBone> bones = Body(RoleAndFingerNames());
  bones.push_back({"headtip", "head", {0, 1.78, 0.01}});
  AddPair(bones, "toetip", "lefttoebase", {0.11, 0.02, 0.18});
  for (const char* finger : {"thumb", "index", "middle", "ring", "pinky"}) {
    const std::string last = Cat("lefthand", finger, 3);
    AddPair(bones, Cat(finger, "tip"), last, PlaceOf(last) + Vec3(0.025, 0, 0));
  }
  ExpectFound(bones);
}

TEST(Shape, TakesTheHeadBelowItsFace) {
  std::vector<TestBone> bones = Plain();
  bones.push_back({"jaw bone", "head", {0, 1.58, 0.03}});
  bones.push_back({"lip", "jaw bone", {0, 1.56, 0.1}});
  bones.push_back({"brow", "head", {0, 1.68, 0.1}});
  AddPair(bones, "eyeball", "head", {0.03, 1.65, 0.09});
  ExpectFound(bones);
}

TEST(Shape, TakesHalvesOfALimbAsOneBone) {
  std::vector<TestBone> bones = Body(RoleAndFingerNames());
  for (const char* side : {"left", "right"}) {
    const double mirror = side[0] == 'l' ? 1 : -1;
    const auto insert = [&](const std::string& name, const std::string& above, const std::string& below) {
      const Vec3 middle = (PlaceOf(Cat("left", above)) + PlaceOf(Cat("left", below))) * 0.5 * Vec3(mirror, 1, 1);
      const auto at =
          std::find_if(bones.begin(), bones.end(), [&](const TestBone& b) { return b.name == Cat(side, below); });
      at->parent = Cat(side, name);
      bones.insert(at, {Cat(side, name), Cat(side, above), middle});
    };
    insert("half arm", "arm", "forearm");
    insert("half forearm", "forearm", "hand");
    insert("half thigh", "upleg", "leg");
  }
  ExpectFound(bones);
}

}  // namespace
}  // namespace retarget::testing
