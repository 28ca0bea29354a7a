#include "core/sample/body_mesh.h"

#include <array>
#include <string_view>

#include "core/math/quaternion.h"
#include "core/math/scalar.h"

namespace retarget {

namespace {

constexpr int kSides = 12;

// Half the thickness of a body part in metres: across (left-right or front-back of a limb) and deep.
struct Thickness {
  std::string_view part;  // the role contains it
  double across, deep;
};
// The first match counts.
constexpr std::array<Thickness, 15> kThickness = {{{"hips", 0.125, 0.085},
                                                   {"spine", 0.12, 0.08},
                                                   {"neck", 0.045, 0.045},
                                                   {"head", 0.075, 0.095},
                                                   {"shoulder", 0.045, 0.05},
                                                   {"handthumb", 0.012, 0.012},
                                                   {"handindex", 0.010, 0.010},
                                                   {"handmiddle", 0.010, 0.010},
                                                   {"handring", 0.010, 0.010},
                                                   {"handpinky", 0.009, 0.009},
                                                   {"hand", 0.018, 0.042},
                                                   {"forearm", 0.036, 0.036},
                                                   {"arm", 0.045, 0.045},
                                                   {"upleg", 0.075, 0.080},
                                                   {"leg", 0.052, 0.055}}};
constexpr Thickness kFootThickness = {"foot", 0.040, 0.028};
constexpr Thickness kNose = {"nose", 0.014, 0.014};

// A ring of the tube: how far along it stands, how thick it is, and how much its normal leans towards the end.
struct Ring {
  double along, thickness, lean;
};
constexpr std::array<Ring, 8> kRings = {{{0.0, 0.0, -1.0},
                                         {0.0, 0.45, -0.9},
                                         {0.05, 0.8, -0.6},
                                         {0.2, 1.0, -0.1},
                                         {0.8, 0.95, 0.1},
                                         {0.95, 0.75, 0.6},
                                         {1.0, 0.4, 0.9},
                                         {1.0, 0.0, 1.0}}};

Thickness ThicknessOf(std::string_view role) {
  for (const Thickness& entry : kThickness) {
    if (role.find(entry.part) != role.npos) return entry;
  }
  return kFootThickness;
}

class Builder {
 public:
  explicit Builder(const GeneratedRig& rig) : rig_(rig) {}

  BodyMesh Build() {
    for (int bone = 0; bone < rig_.rig.num_bones(); ++bone) {
      if (rig_.motion_roles[bone].empty()) continue;
      const Vec3 &start = rig_.bind_world_position[bone], &end = rig_.bind_end[bone];
      // The pelvis reaches down to the thighs.
      const Vec3 below = rig_.motion_roles[bone] == "hips" ? start - end : Vec3(0, 0, 0);
      AddTube(bone, start + below, end, ThicknessOf(rig_.motion_roles[bone]));
      if (rig_.motion_roles[bone] == "head") AddNose(bone);
    }
    return std::move(mesh_);
  }

 private:
  // So that a viewer sees which way the character faces.
  void AddNose(int head) {
    const Vec3 middle = 0.55 * rig_.bind_world_position[head] + 0.45 * rig_.bind_end[head];
    const Vec3 forward = rig_.world_from_character * Vec3(0, 0, 0.125 * rig_.style.scale);
    AddTube(head, middle, middle + forward, kNose);
  }

  void AddTube(int bone, const Vec3& start, const Vec3& end, const Thickness& thickness) {
    const Vec3 along = UnitOr(end - start, Vec3(0, 1, 0));
    const Vec3 front = rig_.world_from_character * Vec3(0, 0, 1), up(0, 1, 0);
    const Vec3 hint = std::fabs(glm::dot(front, along)) > 0.8 ? up : front;
    const Vec3 deep = UnitOr(hint - along * glm::dot(hint, along), AnyPerpendicular(along));
    const Vec3 across = glm::cross(along, deep);
    const uint32_t first = static_cast<uint32_t>(mesh_.positions.size());
    for (const Ring& ring : kRings) {
      for (int side = 0; side < kSides; ++side) {
        const double angle = 2.0 * kPi * side / kSides, c = Cos(angle), s = Sin(angle), size = rig_.style.scale;
        const Vec3 out = across * (c * thickness.across) + deep * (s * thickness.deep);
        mesh_.positions.push_back(start + (end - start) * ring.along + out * (ring.thickness * size));
        const Vec3 round = UnitOr(across * (c * thickness.deep) + deep * (s * thickness.across), across);
        const double flat = std::sqrt(1.0 - ring.lean * ring.lean);
        mesh_.normals.push_back(UnitOr(round * flat + along * ring.lean, along));
        mesh_.bones.push_back(bone);
      }
    }
    JoinRings(first);
  }

  void JoinRings(uint32_t first) {
    for (uint32_t ring = 0; ring + 1 < kRings.size(); ++ring) {
      for (uint32_t side = 0; side < kSides; ++side) {
        const uint32_t a = first + ring * kSides + side, b = first + ring * kSides + (side + 1) % kSides;
        const uint32_t c = a + kSides, d = b + kSides;
        // across, deep, along are right-handed in the order (deep, along, across): sides run clockwise seen from the
        // end, so the outside is counter-clockwise in this order.
        if (ring > 0) mesh_.indices.insert(mesh_.indices.end(), {a, c, b});
        if (ring + 2 < kRings.size()) mesh_.indices.insert(mesh_.indices.end(), {b, c, d});
      }
    }
  }

  const GeneratedRig& rig_;
  BodyMesh mesh_;
};

}  // namespace

BodyMesh MakeBodyMesh(const GeneratedRig& rig) { return Builder(rig).Build(); }

}  // namespace retarget
