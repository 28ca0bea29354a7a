#include "core/sample/bone_plan.h"

#include <array>
#include <utility>

#include "absl/strings/ascii.h"
#include "core/base/cat.h"
#include "core/math/quaternion.h"

namespace retarget {

namespace {

// Stem of a bone's name in each convention; sides and prefixes are added by NameOf.
struct Stem {
  std::string mixamo, unreal, vrm;
};

constexpr double kSpineAboveHips = 0.08;      // metres
constexpr double kThighsBelowHips = 0.05;     // metres
constexpr double kShouldersBelowNeck = 0.05;  // metres
constexpr double kBallHeight = 0.02;          // metres above the floor
constexpr double kTipLength = 0.06;           // metres, of a toe
constexpr std::array<const char*, 5> kFingers = {"thumb", "index", "middle", "ring", "pinky"};

std::string Capitalised(std::string_view word) {
  std::string out(word);
  out[0] = static_cast<char>(out[0] - 'a' + 'A');
  return out;
}

std::string NameOf(Naming naming, const Stem& stem, int side, size_t index) {
  switch (naming) {
    case Naming::kMixamo:
      return Cat("mixamorig:", side > 0 ? "Left" : side < 0 ? "Right" : "", stem.mixamo);
    case Naming::kUnreal:
      return Cat(stem.unreal, side > 0 ? "_l" : side < 0 ? "_r" : "");
    case Naming::kVrm:
      return Cat("J_Bip_", side > 0 ? "L" : side < 0 ? "R" : "C", "_", stem.vrm);
    case Naming::kNumbered:
      break;
  }
  return Cat("bone_", index);
}

// Our roles are Mixamo's names in lower case.
std::string RoleOf(const Stem& stem, int side) {
  return absl::AsciiStrToLower(Cat(side > 0 ? "left" : side < 0 ? "right" : "", stem.mixamo));
}

class Planner {
 public:
  explicit Planner(const RigStyle& style) : style_(style), p_(style.proportions) {}

  std::vector<PlannedBone> Plan() {
    const int hips = Add({"Hips", "pelvis", "Hips"}, 0, -1, {0, p_.hips_height, 0}, {0, kSpineAboveHips, 0});
    const int chest = AddTrunk(hips);
    for (int side : {1, -1}) AddArm(chest, side);
    for (int side : {1, -1}) AddLeg(hips, side);
    return std::move(bones_);
  }

 private:
  // `reach` goes from the bone to its end.
  int Add(const Stem& stem, int side, int parent, const Vec3& position, const Vec3& reach) {
    PlannedBone bone;
    bone.name = NameOf(style_.naming, stem, side, bones_.size());
    bone.role = bone.motion_role = RoleOf(stem, side);
    bone.side = side;
    bone.parent = parent;
    bone.position = position;
    bone.length = Length(reach);
    bone.direction = UnitOr(reach, Vec3(0, 1, 0));
    bones_.push_back(std::move(bone));
    return static_cast<int>(bones_.size()) - 1;
  }

  void AddTip(const Stem& stem, int side, int parent) {
    if (!style_.tips) return;
    const Vec3 reach = bones_[parent].direction * bones_[parent].length;
    const int tip = Add(stem, side, parent, bones_[parent].position + reach, reach * 0.1);
    bones_[tip].role.clear();
    bones_[tip].motion_role.clear();
  }

  // Bottom, middle and top of the trunk have roles; the top carries the arms, so it moves as spine2 of a full trunk.
  int AddTrunk(int hips) {
    const Vec3 step(0, p_.trunk_length / style_.spine_count, -0.03 / style_.spine_count);
    int parent = hips;
    for (int i = 0; i < style_.spine_count; ++i) {
      const Vec3 at = Vec3(0, p_.hips_height + kSpineAboveHips, 0) + step * static_cast<double>(i);
      parent = Add(SpineStem(i), 0, parent, at, step);
      SetTrunkRoles(bones_[parent], i);
    }
    const Vec3 neck_at = bones_[parent].position + step;
    const Vec3 neck_reach(0, p_.neck_length, 0.01);
    const int above = style_.neck ? Add({"Neck", "neck_01", "Neck"}, 0, parent, neck_at, neck_reach) : parent;
    const int head = Add({"Head", "head", "Head"}, 0, above, neck_at + neck_reach, {0, p_.head_length, 0});
    AddTip({"HeadTop_End", "head_end", "Head_end"}, 0, head);
    return parent;
  }

  static Stem SpineStem(int i) {
    static constexpr std::array<const char*, 5> kVrmTrunk = {"Spine", "Chest", "UpperChest", "Spine3", "Spine4"};
    return {i == 0 ? std::string("Spine") : Cat("Spine", i), Cat("spine_0", i + 1), kVrmTrunk[i]};
  }

  void SetTrunkRoles(PlannedBone& bone, int i) const {
    static constexpr std::array<const char*, 3> kRoles = {"spine", "spine1", "spine2"};
    const int count = style_.spine_count;
    const bool top = i == count - 1;
    bone.role = count <= 3 ? kRoles[i] : i == 0 ? "spine" : i == count / 2 ? "spine1" : top ? "spine2" : "";
    bone.motion_role = top ? "spine2" : bone.role;
  }

  void AddArm(int chest, int side) {
    const double y = p_.hips_height + kSpineAboveHips + p_.trunk_length - kShouldersBelowNeck;
    const Vec3 inner(side * 0.03, y, 0.0), shoulder(side * p_.shoulder_half_width, y + 0.01, -0.02);
    const Vec3 out(side, 0, 0);
    const int above =
        style_.clavicles ? Add({"Shoulder", "clavicle", "Shoulder"}, side, chest, inner, shoulder - inner) : chest;
    const int arm = Add({"Arm", "upperarm", "UpperArm"}, side, above, shoulder, out * p_.upper_arm_length);
    const Vec3 elbow = shoulder + out * p_.upper_arm_length, wrist = elbow + out * p_.forearm_length;
    const int forearm = Add({"ForeArm", "lowerarm", "LowerArm"}, side, arm, elbow, out * p_.forearm_length);
    const int hand = Add({"Hand", "hand", "Hand"}, side, forearm, wrist, out * (p_.hand_length * 0.5));
    if (style_.fingers) AddFingers(hand, side);
  }

  // Palms down: knuckles from index to little run front to back, the thumb points forward and out.
  void AddFingers(int hand, int side) {
    const double unit = p_.hand_length / 0.18;
    for (size_t finger = 0; finger < kFingers.size(); ++finger) {
      const bool thumb = finger == 0;
      const double across = 0.03 - 0.02 * (static_cast<double>(finger) - 1.0);
      Vec3 at = bones_[hand].position + (thumb ? Vec3(side * 0.03, -0.01, 0.03) : Vec3(side * 0.09, 0, across)) * unit;
      const Vec3 reach = (thumb ? Vec3(side * 0.021, 0, 0.02) : Vec3(side * 0.03, 0, 0)) * unit;
      int parent = hand;
      for (int segment = 1; segment <= 3; ++segment, at += reach) {
        parent = Add(FingerStem(kFingers[finger], segment), side, parent, at, reach);
      }
    }
  }

  static Stem FingerStem(std::string_view finger, int segment) {
    const std::string vrm = finger == "pinky" ? "Little" : Capitalised(finger);
    return {Cat("Hand", Capitalised(finger), segment), Cat(finger, "_0", segment), Cat(vrm, segment)};
  }

  void AddLeg(int hips, int side) {
    const double top = p_.hips_height - kThighsBelowHips, x = side * p_.hip_half_width;
    const double leg = top - p_.ankle_height, thigh_length = leg * p_.thigh_share;
    const int thigh = Add({"UpLeg", "thigh", "UpperLeg"}, side, hips, {x, top, 0}, {0, -thigh_length, 0});
    const int shin =
        Add({"Leg", "calf", "LowerLeg"}, side, thigh, {x, top - thigh_length, 0}, {0, thigh_length - leg, 0});
    const Vec3 ankle(x, p_.ankle_height, 0), sole(side * 0.02, kBallHeight - p_.ankle_height, p_.foot_length);
    const int foot = Add({"Foot", "foot", "Foot"}, side, shin, ankle, sole);
    if (!style_.toes) return;
    const int toe = Add({"ToeBase", "ball", "ToeBase"}, side, foot, ankle + sole, {0, 0, kTipLength});
    AddTip({"Toe_End", "ball_end", "ToeBase_end"}, side, toe);
  }

  const RigStyle& style_;
  const Proportions& p_;
  std::vector<PlannedBone> bones_;
};

struct RoleParent {
  std::string_view role, parent;
};
constexpr RoleParent kTrunkParents[] = {
    {"spine", "hips"}, {"spine1", "spine"}, {"spine2", "spine1"}, {"neck", "spine2"}, {"head", "neck"}};
constexpr RoleParent kLimbParents[] = {{"forearm", "arm"},  {"arm", "shoulder"},   {"hand", "forearm"},
                                       {"upleg", "hips"},   {"leg", "upleg"},      {"foot", "leg"},
                                       {"toebase", "foot"}, {"shoulder", "spine2"}};

}  // namespace

std::vector<PlannedBone> PlanBones(const RigStyle& style) { return Planner(style).Plan(); }

std::string ParentRole(std::string_view role) {
  for (const RoleParent& entry : kTrunkParents) {
    if (entry.role == role) return std::string(entry.parent);
  }
  const bool left = role.starts_with("left"), right = role.starts_with("right");
  if (!left && !right) return "";
  const std::string_view side = left ? "left" : "right", part = role.substr(side.size());
  for (const RoleParent& entry : kLimbParents) {
    if (entry.role != part) continue;
    const bool in_trunk = entry.parent == "hips" || entry.parent == "spine2";
    return in_trunk ? std::string(entry.parent) : Cat(side, entry.parent);
  }
  if (!part.starts_with("hand")) return "";
  const char segment = part.back();
  if (segment == '1') return Cat(side, "hand");
  if (segment != '2' && segment != '3') return "";
  return Cat(role.substr(0, role.size() - 1), segment == '3' ? "2" : "1");
}

}  // namespace retarget
