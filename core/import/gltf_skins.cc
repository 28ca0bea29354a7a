#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/base/text.h"
#include "core/import/gltf_rig.h"
#include "core/math/matrix.h"

namespace retarget {
namespace {

// Largest difference of an entry, relative to the largest entry, for two matrices to be one: inverse binds are floats
// and went through one inversion and one product.
constexpr double kSameSpaceTolerance = 1e-3;

struct SkinBinds {
  size_t skin = 0;
  std::vector<int> joints;
  std::vector<Mat4> inverse_binds;  // by joint
};

Mat4 MatrixAt(const std::vector<float>& values, size_t index) {
  Mat4 m(1.0);
  for (size_t i = 0; i < 16; ++i) m[i / 4][i % 4] = values[index * 16 + i];
  return m;
}

absl::StatusOr<SkinBinds> ReadSkin(const tinygltf::Model& model, size_t index, AccessorReader& reader) {
  const tinygltf::Skin& skin = model.skins[index];
  SkinBinds binds{index, skin.joints, {}};
  for (int joint : skin.joints) {
    if (joint < 0 || static_cast<size_t>(joint) >= model.nodes.size()) {
      return absl::InvalidArgumentError(
          Cat("glTF: skin ", index, ": joint ", joint, " is not a node, the file has ", model.nodes.size()));
    }
  }
  if (skin.inverseBindMatrices < 0) {
    binds.inverse_binds.assign(skin.joints.size(), Mat4(1.0));
    return binds;
  }
  ASSIGN_OR_RETURN(const size_t count, reader.Count(skin.inverseBindMatrices, TINYGLTF_TYPE_MAT4));
  if (count < skin.joints.size()) {
    return absl::InvalidArgumentError(Cat("glTF: skin ", index, " has ", skin.joints.size(), " bones, but ", count,
                                          " inverse bind matrices (accessor ", skin.inverseBindMatrices, ")"));
  }
  ASSIGN_OR_RETURN(const std::vector<float> values, reader.Floats(skin.inverseBindMatrices, TINYGLTF_TYPE_MAT4));
  for (size_t i = 0; i < skin.joints.size(); ++i) binds.inverse_binds.push_back(MatrixAt(values, i));
  return binds;
}

bool Same(const Mat4& a, const Mat4& b) {
  double largest = 0.0, difference = 0.0;
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) {
      largest = std::max(largest, std::fabs(a[c][r]));
      difference = std::max(difference, std::fabs(a[c][r] - b[c][r]));
    }
  }
  return difference <= kSameSpaceTolerance * largest;
}

// The matrix from the main skin's space to this skin's, the same for every bone both bind: with bone <- main = B and
// bone <- this = T at bind, this <- main = inverse(T) * B. Nothing when no bone is shared or they disagree.
std::optional<Mat4> SpaceFromMain(const SkinBinds& skin, const std::vector<RawBone>& bones) {
  std::optional<Mat4> found;
  for (size_t i = 0; i < skin.joints.size(); ++i) {
    const std::optional<Mat4>& main = bones[skin.joints[i]].inverse_bind;
    bool singular = false;
    const Mat4 inverse = AffineInverse(skin.inverse_binds[i], &singular);
    if (!main || singular) continue;
    const Mat4 candidate = inverse * *main;
    if (found && !Same(*found, candidate)) return std::nullopt;
    if (!found) found = candidate;
  }
  return found;
}

// Sets the inverse binds this skin adds, expressed in the main skin's space.
void Adopt(const SkinBinds& skin, const Mat4& space_from_main, std::vector<RawBone>& bones,
           std::vector<std::string>& warnings) {
  for (size_t i = 0; i < skin.joints.size(); ++i) {
    RawBone& bone = bones[skin.joints[i]];
    if (bone.inverse_bind) continue;
    const Mat4& own = skin.inverse_binds[i];
    bool singular = false;
    if (IsFinite(own)) AffineInverse(own, &singular);
    if (singular) {
      warnings.push_back(
          Cat("skin ", skin.skin, ": the inverse bind matrix of ", Quoted(bone.name), " is singular and is not used"));
    } else {
      bone.inverse_bind = own * space_from_main;
    }
  }
}

bool AllBound(const SkinBinds& skin, const std::vector<RawBone>& bones) {
  return std::all_of(skin.joints.begin(), skin.joints.end(), [&](int j) { return bones[j].inverse_bind.has_value(); });
}

}  // namespace

absl::Status AddInverseBinds(const tinygltf::Model& model, AccessorReader& reader, std::vector<RawBone>& bones,
                             std::vector<std::string>& warnings) {
  std::vector<SkinBinds> skins;
  for (size_t i = 0; i < model.skins.size(); ++i) {
    ASSIGN_OR_RETURN(SkinBinds skin, ReadSkin(model, i, reader));
    skins.push_back(std::move(skin));
  }
  if (skins.empty()) return absl::OkStatus();
  std::stable_sort(skins.begin(), skins.end(),
                   [](const SkinBinds& a, const SkinBinds& b) { return a.joints.size() > b.joints.size(); });
  Adopt(skins.front(), Mat4(1.0), bones, warnings);
  // A skin may share bones only with one that is adopted after it, so go round until nothing changes.
  std::vector<SkinBinds> waiting(skins.begin() + 1, skins.end());
  for (bool changed = true; changed;) {
    changed = false;
    std::vector<SkinBinds> still_waiting;
    for (SkinBinds& skin : waiting) {
      const std::optional<Mat4> space_from_main = SpaceFromMain(skin, bones);
      if (space_from_main) Adopt(skin, *space_from_main, bones, warnings);
      if (space_from_main) changed = true;
      if (!space_from_main) still_waiting.push_back(std::move(skin));
    }
    waiting = std::move(still_waiting);
  }
  for (const SkinBinds& skin : waiting) {
    if (AllBound(skin, bones)) continue;
    warnings.push_back(Cat("skin ", skin.skin, ": its space differs from that of skin ", skins.front().skin,
                           ", so bones only it binds have no inverse bind matrix"));
  }
  return absl::OkStatus();
}

}  // namespace retarget
