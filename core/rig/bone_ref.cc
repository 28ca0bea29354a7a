#include "core/rig/bone_ref.h"

#include <optional>
#include <vector>

#include "absl/strings/numbers.h"
#include "core/base/cat.h"
#include "core/base/text.h"
#include "core/base/utf8.h"

namespace retarget {
namespace {

// The bone of `name@index` or `@index`, where the index stands and the name is that bone's.
std::optional<int> IndexedBone(const Rig& rig, std::string_view text) {
  const size_t at = text.rfind('@');
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view name = text.substr(0, at), digits = text.substr(at + 1);
  int index = -1;
  if (digits.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  if (!absl::SimpleAtoi(absl::string_view(digits.data(), digits.size()), &index)) return std::nullopt;
  if (index >= rig.num_bones() || (!name.empty() && rig.bone_names()[index] != name)) return std::nullopt;
  return index;
}

}  // namespace

std::string BoneRef(const Rig& rig, int bone) {
  const std::string& name = rig.bone_names()[bone];
  if (name.empty() || !IsUtf8(name)) return Cat("@", bone);
  // A unique name that looks like `name@index` of another bone needs its index too.
  const absl::StatusOr<int> found = FindBoneRef(rig, name);
  return found.ok() && *found == bone ? name : Cat(name, "@", bone);
}

absl::StatusOr<int> FindBoneRef(const Rig& rig, std::string_view text) {
  if (const std::optional<int> indexed = IndexedBone(rig, text)) return *indexed;
  const std::vector<int> bones = rig.FindBones(text);
  if (bones.size() == 1) return bones[0];
  if (bones.empty()) {
    const std::string nearest = NearestName(text, rig.bone_names());
    const std::string hint = nearest.empty() ? "" : Cat(" (nearest: ", Quoted(nearest), ")");
    return absl::InvalidArgumentError(Cat("bone ", Quoted(text), ", which is not in the skeleton", hint));
  }
  return absl::InvalidArgumentError(Cat("bone ", Quoted(text), ", a name that ", bones.size(), " bones have (write ",
                                        Quoted(Cat(text, "@", bones[0])), " or ", Quoted(Cat(text, "@", bones[1])),
                                        bones.size() > 2 ? " and so on)" : ")"));
}

}  // namespace retarget
