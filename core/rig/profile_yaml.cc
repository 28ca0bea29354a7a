// humanoid.profile: see FORMAT.md.

#include <algorithm>
#include <map>

#include "absl/strings/numbers.h"
#include "core/base/cat.h"
#include "core/base/json_text.h"
#include "core/base/problem_list.h"
#include "core/base/status_macros.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/rig/bone_ref.h"
#include "core/rig/codecs.h"
#include "core/rig/profile_document.h"
#include "core/rig/roles.h"

namespace retarget {
namespace {

// Adds the roles of a document to a profile, collecting what is wrong with them.
class RoleTaker {
 public:
  RoleTaker(const Rig& rig, ThumbNaming thumbs) : rig_(rig), thumbs_(thumbs) {}

  // Looks no further once the list of problems is full: a search for the nearest name walks over all bones.
  void Take(const ProfileEntry& entry) {
    if (problems_.full()) return;
    const std::string alias = RoleFromAlias(entry.key, thumbs_);
    const std::string& role = alias.empty() ? entry.key : alias;
    const auto fail = [&](std::string_view problem) {
      problems_.Add(Cat("line ", entry.line, ": role ", Quoted(entry.key), " ", problem));
    };
    if (role.empty()) return fail("has no name");
    if (role.size() > kMaxRoleBytes) return fail(Cat("is longer than ", kMaxRoleBytes, " bytes"));
    const absl::StatusOr<int> bone = FindBoneRef(rig_, entry.value);
    if (!bone.ok()) return fail(Cat("maps to ", std::string(bone.status().message())));
    const auto [same_role, role_is_new] = role_lines_.insert({role, entry.line});
    if (!role_is_new) return fail(Cat("stands on line ", same_role->second, " already"));
    const auto [same_bone, bone_is_new] = bone_lines_.insert({*bone, entry.line});
    if (!bone_is_new) {
      return fail(
          Cat("maps to bone ", Quoted(entry.value), ", which has a role on line ", same_bone->second, " already"));
    }
    roles_.push_back({role, *bone});
  }

  // After all roles.
  void TakePose(const ProfileEntry& entry) {
    if (problems_.full()) return;
    const std::string alias = RoleFromAlias(entry.key, thumbs_);
    const std::string& role = alias.empty() ? entry.key : alias;
    const auto fail = [&](std::string_view problem) {
      problems_.Add(Cat("line ", entry.line, ": the pose of ", Quoted(entry.key), " ", problem));
    };
    if (!role_lines_.count(role)) return fail(Cat("is of a role that has no bone", NearestRole(role)));
    const auto [same_role, is_new] = pose_lines_.insert({role, entry.line});
    if (!is_new) return fail(Cat("stands on line ", same_role->second, " already"));
    const absl::StatusOr<Vec3> turn = ParseTurn(entry.value);
    if (!turn.ok()) return fail(Cat("is ", std::string(turn.status().message())));
    poses_.push_back({role, *turn});
  }

  absl::StatusOr<std::vector<RolePose>> Poses() const {
    RETURN_IF_ERROR(problems_.ToStatus());
    return poses_;
  }

  absl::StatusOr<std::vector<RoleBone>> Finish() && {
    RETURN_IF_ERROR(problems_.ToStatus());
    std::sort(roles_.begin(), roles_.end(),
              [](const RoleBone& a, const RoleBone& b) { return RoleLess(a.role, b.role); });
    return std::move(roles_);
  }

 private:
  std::string NearestRole(std::string_view role) const {
    std::vector<std::string> names;
    for (const auto& [name, line] : role_lines_) names.push_back(name);
    const std::string nearest = NearestName(role, names);
    return nearest.empty() ? "" : Cat(" (nearest: ", Quoted(nearest), ")");
  }

  const Rig& rig_;
  ThumbNaming thumbs_;
  std::vector<RoleBone> roles_;
  std::vector<RolePose> poses_;
  std::map<std::string, int> role_lines_, pose_lines_;
  std::map<int, int> bone_lines_;
  ProblemList problems_;
};

absl::StatusOr<int> ReadBoneCount(const ProfileEntry& entry) {
  int count = 0;
  if (absl::SimpleAtoi(entry.value, &count) && count >= 0 && count <= kMaxBones) return count;
  return absl::InvalidArgumentError(
      Cat("line ", entry.line, ": boneCount is ", Quoted(entry.value), ", expected an integer from 0 to ", kMaxBones));
}

absl::StatusOr<Profile> ReadProfile(std::string_view yaml, const Rig& rig) {
  ASSIGN_OR_RETURN(const ProfileDocument document, ParseProfileDocument(yaml));
  Profile profile;
  if (document.base) profile.base = document.base->value;
  profile.bone_count = rig.num_bones();
  if (document.bone_count) {
    ASSIGN_OR_RETURN(profile.bone_count, ReadBoneCount(*document.bone_count));
  }
  std::vector<std::string> spellings;
  for (const ProfileEntry& entry : document.roles) spellings.push_back(entry.key);
  RoleTaker taker(rig, ThumbNamingOf(spellings));
  for (const ProfileEntry& entry : document.roles) taker.Take(entry);
  for (const ProfileEntry& entry : document.poses) taker.TakePose(entry);
  ASSIGN_OR_RETURN(profile.poses, taker.Poses());
  std::sort(profile.poses.begin(), profile.poses.end(),
            [](const RolePose& a, const RolePose& b) { return RoleLess(a.role, b.role); });
  ASSIGN_OR_RETURN(profile.roles, std::move(taker).Finish());
  return profile;
}

}  // namespace

std::string EncodeProfile(const Profile& profile, const Rig& rig) {
  std::string out = Cat("base: ", YamlScalar(ReplaceInvalidUtf8(profile.base)), "\nboneCount: ", profile.bone_count,
                        profile.roles.empty() ? "\nroles: {}\n" : "\nroles:\n");
  for (const RoleBone& entry : profile.roles) {
    out += Cat("  ", YamlScalar(ReplaceInvalidUtf8(entry.role)), ": ", YamlScalar(BoneRef(rig, entry.bone)), "\n");
  }
  if (!profile.poses.empty()) out += "poses:\n";
  for (const RolePose& pose : profile.poses) {
    out += Cat("  ", YamlScalar(ReplaceInvalidUtf8(pose.role)), ": [");
    for (int i = 0; i < 3; ++i) {
      out += i == 0 ? "" : ", ";
      AppendJsonNumber(out, pose.turn_deg[i]);
    }
    out += "]\n";
  }
  return out;
}

absl::StatusOr<Profile> DecodeProfile(std::string_view yaml, const Rig& rig) {
  absl::StatusOr<Profile> profile = ReadProfile(yaml, rig);
  if (profile.ok()) return profile;
  return absl::Status(profile.status().code(), Cat("humanoid.profile: ", std::string(profile.status().message())));
}

}  // namespace retarget
