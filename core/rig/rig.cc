#include "core/rig/rig.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

#include "core/base/cat.h"
#include "core/base/problem_list.h"
#include "core/base/status_macros.h"
#include "core/base/text.h"
#include "core/math/hierarchy.h"
#include "core/math/matrix.h"
#include "core/math/quaternion.h"
#include "core/rig/roles.h"

namespace retarget {
namespace {

// A squared norm this near to 1 is a unit quaternion up to double rounding: normalising again would only change its
// last bit, and a rig read back from a file would no longer be the same rig.
constexpr double kUnitTolerance = 4e-15;
// Below this norm the digits of a quaternion are noise (core/math treats it as zero too).
constexpr double kTinyNorm = 1e-12;

double SquaredNorm(const Quat& q) { return q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w; }

std::string BoneLabel(const RawRig& raw, size_t bone) {
  return Cat("bone ", bone, " (", Quoted(raw.bones[bone].name), ")");
}

bool IsFiniteTransform(const Transform& t) {
  return IsFinite(t.translation) && IsFinite(t.rotation) && IsFinite(t.scale);
}

void CheckBone(const RawRig& raw, size_t i, ProblemList& problems) {
  const RawBone& bone = raw.bones[i];
  const std::string label = BoneLabel(raw, i);
  if (bone.name.size() > kMaxNameBytes) {
    problems.Add(Cat(label, ": the name has ", bone.name.size(), " bytes, at most ", kMaxNameBytes, " are allowed"));
  }
  if (bone.parent < -1 || bone.parent >= static_cast<int>(raw.bones.size())) {
    problems.Add(
        Cat(label, ": parent ", bone.parent, " is not a bone (-1 for a root, else 0 to ", raw.bones.size() - 1, ")"));
  }
  if (!IsFiniteTransform(bone.rest)) {
    problems.Add(Cat(label, ": the rest transform is not finite"));
  } else if (!(SquaredNorm(bone.rest.rotation) > kTinyNorm * kTinyNorm)) {
    problems.Add(Cat(label, ": the rest rotation is a zero quaternion"));
  }
  if (bone.inverse_bind && !IsFinite(*bone.inverse_bind)) {
    problems.Add(Cat(label, ": the inverse bind matrix is not finite"));
  }
}

void CheckProfile(const Profile& profile, int num_bones, ProblemList& problems) {
  std::set<std::string_view> roles;
  std::set<int> bones;
  for (const RoleBone& entry : profile.roles) {
    if (entry.role.empty()) problems.Add("profile: a role has no name");
    if (entry.role.size() > kMaxRoleBytes) {
      problems.Add(Cat("profile: role ", Quoted(entry.role), " is longer than ", kMaxRoleBytes, " bytes"));
    }
    if (entry.bone < 0 || entry.bone >= num_bones) {
      problems.Add(
          Cat("profile: role ", entry.role, " maps to bone ", entry.bone, ", the rig has ", num_bones, " bones"));
    } else if (!bones.insert(entry.bone).second) {
      problems.Add(Cat("profile: bone ", entry.bone, " has two roles, one of them ", entry.role));
    }
    if (!roles.insert(entry.role).second) problems.Add(Cat("profile: role ", entry.role, " stands twice"));
  }
  std::set<std::string_view> posed;
  for (const RolePose& pose : profile.poses) {
    if (!roles.count(pose.role))
      problems.Add(Cat("profile: a pose for role ", Quoted(pose.role), ", which has no bone"));
    if (!posed.insert(pose.role).second) problems.Add(Cat("profile: two poses for role ", pose.role));
    for (int i = 0; i < 3; ++i) {
      if (std::fabs(pose.turn_deg[i]) <= kMostPoseDeg) continue;
      problems.Add(Cat("profile: the pose of role ", pose.role, " turns by ", pose.turn_deg[i], " degrees, expected -",
                       kMostPoseDeg, " to ", kMostPoseDeg));
    }
  }
}

absl::Status CheckLoops(const RawRig& raw, absl::Span<const int> parents) {
  const std::optional<int> entry = FindLoop(parents);
  if (!entry) return absl::OkStatus();
  int child = *entry;
  while (parents[child] != *entry) child = parents[child];
  return absl::InvalidArgumentError(Cat("looping hierarchy: ", Quoted(raw.bones[child].name), " -> ",
                                        Quoted(raw.bones[*entry].name), ": every bone must lead up to a root"));
}

void SortRoles(Profile& profile) {
  std::sort(profile.roles.begin(), profile.roles.end(),
            [](const RoleBone& a, const RoleBone& b) { return RoleLess(a.role, b.role); });
  std::sort(profile.poses.begin(), profile.poses.end(),
            [](const RolePose& a, const RolePose& b) { return RoleLess(a.role, b.role); });
}

}  // namespace

absl::StatusOr<Rig> Rig::Build(RawRig raw) {
  const size_t count = raw.bones.size();
  if (count == 0 || count > kMaxBones) {
    return absl::InvalidArgumentError(
        Cat("rig ", Quoted(raw.name), " has ", count, " bones, expected 1 to ", kMaxBones));
  }
  ProblemList problems;
  for (size_t i = 0; i < count; ++i) CheckBone(raw, i, problems);
  if (raw.profile) CheckProfile(*raw.profile, static_cast<int>(count), problems);
  RETURN_IF_ERROR(problems.ToStatus());

  Rig rig;
  for (const RawBone& bone : raw.bones) rig.parents_.push_back(bone.parent);
  RETURN_IF_ERROR(CheckLoops(raw, rig.parents_));
  for (const RawBone& bone : raw.bones) {
    Transform rest = bone.rest;
    if (std::fabs(SquaredNorm(rest.rotation) - 1.0) > kUnitTolerance) rest.rotation = Normalized(rest.rotation);
    rig.rest_.push_back(rest);
    rig.inverse_binds_.push_back(bone.inverse_bind);
    rig.has_skin_ = rig.has_skin_ || bone.inverse_bind.has_value();
  }
  rig.order_ = ParentsFirst(rig.parents_);
  rig.rest_world_ = ComputeGlobals(rig.parents_, rig.order_, rig.rest_);
  for (int bone : rig.order_) {
    if (!IsFinite(rig.rest_world_[bone])) {
      return absl::InvalidArgumentError(Cat(BoneLabel(raw, bone), ": the rest transform is not finite in world space"));
    }
  }
  rig.name_ = std::move(raw.name);
  for (RawBone& bone : raw.bones) rig.names_.push_back(std::move(bone.name));
  rig.profile_ = std::move(raw.profile);
  if (rig.profile_) SortRoles(*rig.profile_);
  rig.SortNames();
  return rig;
}

void Rig::SortNames() {
  by_name_ = order_;
  std::sort(by_name_.begin(), by_name_.end(), [this](int a, int b) {
    return std::tuple(std::string_view(names_[a]), !is_joint(a), a) <
           std::tuple(std::string_view(names_[b]), !is_joint(b), b);
  });
}

std::vector<std::vector<int>> Rig::Children() const {
  std::vector<std::vector<int>> children(parents_.size());
  for (int bone = 0; bone < num_bones(); ++bone) {
    if (parents_[bone] >= 0) children[parents_[bone]].push_back(bone);
  }
  return children;
}

std::vector<int> Rig::FindBones(std::string_view name) const {
  const auto first = std::lower_bound(by_name_.begin(), by_name_.end(), name,
                                      [this](int bone, std::string_view n) { return names_[bone] < n; });
  const auto last = std::find_if(first, by_name_.end(), [&](int bone) { return names_[bone] != name; });
  return {first, last};
}

int Rig::FindBone(std::string_view name) const {
  const std::vector<int> bones = FindBones(name);
  return bones.empty() ? -1 : bones.front();
}

bool Rig::IsAncestorOrSelf(int ancestor, int bone) const {
  while (bone >= 0 && bone != ancestor) bone = parents_[bone];
  return bone == ancestor && bone >= 0;
}

std::vector<std::string> Rig::DuplicateNames() const {
  std::vector<std::string> duplicates;
  for (size_t i = 1; i < by_name_.size(); ++i) {
    const std::string& name = names_[by_name_[i]];
    if (name == names_[by_name_[i - 1]] && (duplicates.empty() || duplicates.back() != name))
      duplicates.push_back(name);
  }
  return duplicates;
}

absl::StatusOr<Rig> Rig::WithProfile(std::optional<Profile> profile) const {
  ProblemList problems;
  if (profile) CheckProfile(*profile, num_bones(), problems);
  RETURN_IF_ERROR(problems.ToStatus());
  Rig rig = *this;
  rig.profile_ = std::move(profile);
  if (rig.profile_) SortRoles(*rig.profile_);
  return rig;
}

RawRig Rig::ToRaw() const {
  RawRig raw{name_, {}, profile_};
  for (int bone = 0; bone < num_bones(); ++bone) {
    raw.bones.push_back({names_[bone], parents_[bone], rest_[bone], inverse_binds_[bone]});
  }
  return raw;
}

}  // namespace retarget
