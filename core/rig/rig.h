#pragma once
// A rig: the skeleton (names, parents, rest pose), the bind data of its skin, and a profile where one came with it.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "core/math/types.h"
#include "core/rig/profile.h"

namespace retarget {

// More bones than this are refused; the largest shipped characters have under 1,000.
inline constexpr int kMaxBones = 10000;
// Longest accepted bone name in bytes.
inline constexpr size_t kMaxNameBytes = 1024;

// One bone as read from a file. Editable; checked by Rig::Build.
struct RawBone {
  std::string name;
  int parent = -1;                   // index, -1 for a root; a parent may stand after its children
  Transform rest;                    // local, relative to the parent; as stored in the file (not the bind pose)
  std::optional<Mat4> inverse_bind;  // skin space -> bone space at bind; only bones a skin binds have one ("joints")
};

struct RawRig {
  std::string name;
  std::vector<RawBone> bones;
  std::optional<Profile> profile;
};

// Immutable and always valid. A bone's identity is its index; names may repeat. For a rig imported from glTF the index
// is the node index, and every node is a bone: nodes above, beside and below the skin's joints can carry motion.
class Rig {
 public:
  // kInvalidArgument naming the bone for: no bones or more than kMaxBones, a name over kMaxNameBytes, a parent out of
  // range, a loop (message: `looping hierarchy: "child" -> "parent"`, the edge that closes the loop on the way up from
  // the lowest bone that runs into it), a value that is not finite, also in world space, a zero quaternion, a profile
  // with a bone out of range or a bone or role used twice, or a pose that fits none. All problems are listed (at most
  // 20). Rest rotations are normalised once: building from ToRaw() keeps every bit. Profile roles are put in order.
  static absl::StatusOr<Rig> Build(RawRig raw);

  const std::string& name() const { return name_; }
  int num_bones() const { return static_cast<int>(parents_.size()); }
  const std::vector<std::string>& bone_names() const { return names_; }
  const std::vector<int>& parents() const { return parents_; }
  // Every bone once, parents before children.
  const std::vector<int>& order() const { return order_; }
  // Rest pose, local.
  const std::vector<Transform>& rest() const { return rest_; }
  // Rest pose, world: all node transforms above a bone applied.
  const std::vector<Mat4>& rest_world() const { return rest_world_; }
  const std::vector<std::optional<Mat4>>& inverse_binds() const { return inverse_binds_; }
  bool is_joint(int bone) const { return inverse_binds_[bone].has_value(); }
  bool has_skin() const { return has_skin_; }
  const std::optional<Profile>& profile() const { return profile_; }
  std::vector<std::vector<int>> Children() const;

  // The bone of that exact name, a joint before any other, then the lowest index; -1 when there is none.
  int FindBone(std::string_view name) const;
  // All bones of that exact name, joints first, then by index.
  std::vector<int> FindBones(std::string_view name) const;
  // True when `ancestor` is `bone` or stands above it.
  bool IsAncestorOrSelf(int ancestor, int bone) const;
  // Names that more than one bone has, sorted.
  std::vector<std::string> DuplicateNames() const;

  // The same rig with another profile (not checked against names; indices must be in range).
  absl::StatusOr<Rig> WithProfile(std::optional<Profile> profile) const;
  // Back to editable form.
  RawRig ToRaw() const;

 private:
  Rig() = default;
  void SortNames();

  std::string name_;
  std::vector<std::string> names_;
  std::vector<int> parents_, order_;
  std::vector<int> by_name_;  // bones sorted by name; among equal names joints first, then by index
  std::vector<Transform> rest_;
  std::vector<Mat4> rest_world_;
  std::vector<std::optional<Mat4>> inverse_binds_;
  bool has_skin_ = false;
  std::optional<Profile> profile_;
};

}  // namespace retarget
