#include "core/retarget/transfer.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <string>

#include "core/math/matrix.h"
#include "core/math/quaternion.h"
#include "core/math/scalar.h"
#include "core/retarget/limbs.h"

namespace retarget {
namespace {

// A segment further than this from where its bone holds it is not rigid. Well above float rounding of keys, well below
// the limb error a bake may have.
constexpr double kRigidRad = 0.005 / kDegreesPerRadian;
// Unmapped bones nearer to bind than this stay without a channel.
constexpr double kSameLocalRad = 1e-4;

}  // namespace

Transfer::Transfer(const Rig& source, const Rig& target, const RetargetSetup& setup, FootReference feet)
    : source_(source),
      target_(target),
      setup_(setup),
      source_hips_(setup.source.BoneOf("hips")),
      target_hips_(setup.target.BoneOf("hips")),
      target_carrier_(target_hips_),
      target_world_from_source_world_(setup.target.frame.world_from_character *
                                      glm::conjugate(setup.source.frame.world_from_character)),
      base_local_(target.rest()) {
  MapRoles(feet);
  FindCarrier();
  FindDrives();
  PlaceCarrier();
  FindCarried();
  FindSegments();
  FindEvaluationOrder();
  FindRelevant();
}

void Transfer::MapRoles(FootReference feet) {
  for (const MappedRole& pair : setup_.plan.mapped) {
    const bool at_bind = feet == FootReference::kFlat && IsFootRole(pair.role);
    const auto& source = at_bind ? setup_.source.bind_orientation : setup_.source.orientation;
    const auto& target = at_bind ? setup_.target.bind_orientation : setup_.target.orientation;
    mapped_.push_back(
        {pair.source_bone, pair.target_bone, glm::conjugate(source[pair.source_bone]), target[pair.target_bone]});
  }
}

// Some rigs hang hips and thighs side by side on one bone ("Body" over "Hips" and both thighs). Moving the hips alone
// would leave the legs behind; the bone that carries all three is moved instead.
void Transfer::FindCarrier() {
  const int left = setup_.target.BoneOf("leftupleg"), right = setup_.target.BoneOf("rightupleg");
  if (left < 0 || right < 0) return;
  for (int bone = target_.parents()[target_hips_]; bone >= 0; bone = target_.parents()[bone]) {
    if (target_.IsAncestorOrSelf(target_hips_, left) || target_.IsAncestorOrSelf(target_hips_, right)) return;
    const bool has_role =
        std::any_of(mapped_.begin(), mapped_.end(), [&](const Mapped& m) { return m.target == bone; });
    if (has_role) return;
    if (target_.IsAncestorOrSelf(bone, left) && target_.IsAncestorOrSelf(bone, right)) {
      target_carrier_ = bone;
      return;
    }
  }
}

void Transfer::PlaceCarrier() {
  for (int bone = target_hips_; bone != target_carrier_; bone = target_.parents()[bone]) {
    hips_in_carrier_.rotation = base_local_[bone].rotation * hips_in_carrier_.rotation;
    hips_in_carrier_.translation = TransformPoint(MatrixFromTransform(base_local_[bone]), hips_in_carrier_.translation);
  }
}

void Transfer::FindDrives() {
  drive_.assign(target_.num_bones(), Drive::kRest);
  std::vector<bool> below_mapped(target_.num_bones(), false);
  for (const Mapped& m : mapped_) drive_[m.target] = Drive::kMapped;
  drive_[target_carrier_] = Drive::kMapped;
  for (int bone : target_.order()) {
    const int parent = target_.parents()[bone];
    if (parent < 0) continue;
    below_mapped[bone] = below_mapped[parent] || drive_[parent] == Drive::kMapped;
    if (!below_mapped[bone] || drive_[bone] == Drive::kMapped) continue;
    const Quat local = glm::conjugate(setup_.target.bind.rotation[parent]) * setup_.target.bind.rotation[bone];
    if (AngleBetween(local, target_.rest()[bone].rotation) < kSameLocalRad) continue;
    drive_[bone] = Drive::kConstant;
    base_local_[bone].rotation = Normalized(local);
  }
}

// Limb bones the file hangs outside their limb (feet beside the body, thighs under a root) are placed where the limb
// holds them at bind.
void Transfer::FindCarried() {
  carried_.resize(target_.num_bones());
  for (const MappedRole& pair : setup_.plan.mapped) {
    const std::string_view parent_role = LimbParentRole(pair.role);
    const int role_bone = parent_role.empty() ? -1 : setup_.target.BoneOf(parent_role);
    const int parent = role_bone == target_hips_ ? target_carrier_ : role_bone;
    if (parent < 0 || drive_[parent] != Drive::kMapped || target_.IsAncestorOrSelf(parent, pair.target_bone)) continue;
    const BindPose& bind = setup_.target.bind;
    const Vec3 offset = bind.Position(pair.target_bone) - bind.Position(parent);
    carried_[pair.target_bone] = {parent, glm::conjugate(bind.rotation[parent]) * offset};
  }
}

// Direction near -> end in the near bone's frame as the output will hold it: through the constant bones between them.
Vec3 Transfer::TargetAxis(int near, int end) const {
  const BindPose& bind = setup_.target.bind;
  if (!target_.IsAncestorOrSelf(near, end) || carried_[end].parent >= 0) {
    return UnitOr(glm::conjugate(bind.rotation[near]) * (bind.Position(end) - bind.Position(near)), Vec3(0));
  }
  Vec3 position(0);
  for (int bone = end; bone != near; bone = target_.parents()[bone]) {
    position = TransformPoint(MatrixFromTransform(base_local_[bone]), position);
  }
  return UnitOr(position, Vec3(0));
}

void Transfer::FindSegments() {
  const CanonicalPose& source = setup_.source;
  const CanonicalPose& target = setup_.target;
  for (const Limb& limb : Limbs()) {
    for (const LimbSegment& part : {limb.upper, limb.lower}) {
      const int sn = source.BoneOf(part.near), sf = source.BoneOf(part.far);
      const int tn = target.BoneOf(part.near), tf = target.BoneOf(part.far);
      if (sn < 0 || sf < 0 || tn < 0 || tf < 0) continue;
      const int se = SegmentEnd(source_, source.bind, sn, sf), te = SegmentEnd(target_, target.bind, tn, tf);
      Segment segment{part.near, sn, se, tn, Vec3(0), TargetAxis(tn, te)};
      segment.source_axis = UnitOr(
          glm::conjugate(source.bind.rotation[sn]) * (source.bind.Position(se) - source.bind.Position(sn)), Vec3(0));
      const Vec3 at_bind =
          glm::conjugate(target.bind.rotation[tn]) * (target.bind.Position(te) - target.bind.Position(tn));
      segment.aimed = AngleBetween(segment.target_axis, at_bind) > kRigidRad;
      segments_.push_back(segment);
    }
  }
}

// Parents first, and a carried bone after the bone that carries it (Kahn). A carrier that hangs below what it should
// carry cannot come first: such a bone is left where the file says.
void Transfer::FindEvaluationOrder() {
  const int n = target_.num_bones();
  std::vector<std::vector<int>> next(n);
  std::vector<int> waiting(n, 0);
  for (int bone = 0; bone < n; ++bone) {
    if (carried_[bone].parent >= 0 && target_.IsAncestorOrSelf(bone, carried_[bone].parent)) carried_[bone] = {};
    for (int before : {target_.parents()[bone], carried_[bone].parent}) {
      if (before < 0) continue;
      next[before].push_back(bone);
      ++waiting[bone];
    }
  }
  std::queue<int> ready;
  for (int bone = 0; bone < n; ++bone) {
    if (waiting[bone] == 0) ready.push(bone);
  }
  while (!ready.empty()) {
    const int bone = ready.front();
    ready.pop();
    order_.push_back(bone);
    for (int after : next[bone]) {
      if (--waiting[after] == 0) ready.push(after);
    }
  }
  if (static_cast<int>(order_.size()) < n) {  // carriers that wait for each other
    carried_.assign(n, Carried());
    order_ = target_.order();
  }
}

void Transfer::FindRelevant() {
  relevant_.assign(source_.num_bones(), false);
  auto mark = [&](int bone) {
    for (; bone >= 0 && !relevant_[bone]; bone = source_.parents()[bone]) relevant_[bone] = true;
  };
  for (const Mapped& m : mapped_) mark(m.source);
  for (const Segment& s : segments_) mark(s.source_end);
}

Vec3 Transfer::SourceDirection(const Segment& segment, const MotionFrame& source) const {
  return UnitOr(TranslationOf(source.world[segment.source_end]) - TranslationOf(source.world[segment.source_near]),
                Vec3(0));
}

void Transfer::NoteSourceFrame(const MotionFrame& source) {
  for (Segment& segment : segments_) {
    if (segment.aimed) continue;
    const Vec3 held = source.rotation[segment.source_near] * segment.source_axis;
    segment.aimed = AngleBetween(held, SourceDirection(segment, source)) > kRigidRad;
  }
}

// World vector from the carrier to the hips once the carrier has that local rotation.
Vec3 Transfer::HipsFromCarrier(const TargetFrame& frame, const Transform& local) const {
  const int parent = target_.parents()[target_carrier_];
  const Mat4 matrix = MatrixFromTransform(local);
  const Mat4 world = parent < 0 ? matrix : frame.world[parent] * matrix;
  return TransformPoint(world, hips_in_carrier_.translation) - TranslationOf(world);
}

void Transfer::Frame(const MotionFrame& source, TargetFrame& out) const {
  const Quat source_turn = glm::conjugate(setup_.source.frame.world_from_character);
  const Quat& target_turn = setup_.target.frame.world_from_character;
  out.local = base_local_;
  out.rotation.resize(target_.num_bones());
  out.world.resize(target_.num_bones());
  std::vector<Quat>& desired = out.rotation;  // of mapped bones, until the walk below replaces it by itself
  for (const Mapped& m : mapped_) {
    const Quat deviation = source_turn * source.rotation[m.source] * m.source_from_reference;
    desired[m.target] = Normalized(target_turn * deviation * m.target_reference);
  }
  for (const Segment& segment : segments_) {
    if (!segment.aimed) continue;
    const Vec3 wanted = target_world_from_source_world_ * SourceDirection(segment, source);
    const Vec3 held = desired[segment.target_near] * segment.target_axis;
    desired[segment.target_near] = Normalized(ShortestArc(held, wanted) * desired[segment.target_near]);
  }
  desired[target_carrier_] = Normalized(desired[target_hips_] * glm::conjugate(hips_in_carrier_.rotation));
  const Vec3 travel = TranslationOf(source.world[source_hips_]) - setup_.source.bind.Position(source_hips_);
  const Vec3 hips = setup_.target.bind.Position(target_hips_) +
                    target_world_from_source_world_ * travel * setup_.plan.hips_height_ratio;
  for (int bone : order_) {
    const int parent = target_.parents()[bone];
    Transform& local = out.local[bone];
    const Quat above = parent < 0 ? kIdentityRotation : out.rotation[parent];
    if (drive_[bone] == Drive::kMapped) local.rotation = Normalized(glm::conjugate(above) * desired[bone]);
    out.rotation[bone] = Normalized(above * local.rotation);
    const Carried& carried = carried_[bone];
    if (bone == target_carrier_ || carried.parent >= 0) {
      const Vec3 place = bone == target_carrier_
                             ? hips - HipsFromCarrier(out, local)
                             : TranslationOf(out.world[carried.parent]) + out.rotation[carried.parent] * carried.offset;
      local.translation = parent < 0 ? place : TransformPoint(AffineInverse(out.world[parent]), place);
    }
    const Mat4 matrix = MatrixFromTransform(local);
    out.world[bone] = parent < 0 ? matrix : out.world[parent] * matrix;
  }
}

void Transfer::ForwardKinematics(TargetFrame& frame) const {
  frame.rotation.resize(target_.num_bones());
  frame.world.resize(target_.num_bones());
  for (int bone : target_.order()) {
    const int parent = target_.parents()[bone];
    const Mat4 matrix = MatrixFromTransform(frame.local[bone]);
    frame.world[bone] = parent < 0 ? matrix : frame.world[parent] * matrix;
    frame.rotation[bone] =
        parent < 0 ? frame.local[bone].rotation : Normalized(frame.rotation[parent] * frame.local[bone].rotation);
  }
}

bool Transfer::translates(int target_bone) const {
  return target_bone == target_carrier_ || carried_[target_bone].parent >= 0;
}

std::vector<int> Transfer::CarriedBones() const {
  std::vector<int> bones;
  for (int bone = 0; bone < target_.num_bones(); ++bone) {
    if (carried_[bone].parent >= 0) bones.push_back(bone);
  }
  return bones;
}

std::vector<std::string> Transfer::AimedRoles() const {
  std::vector<std::string> roles;
  for (const Segment& segment : segments_) {
    if (segment.aimed) roles.emplace_back(segment.role);
  }
  return roles;
}

}  // namespace retarget
