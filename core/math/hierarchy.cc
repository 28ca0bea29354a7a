#include "core/math/hierarchy.h"

#include "core/math/matrix.h"
#include "core/math/quaternion.h"

namespace retarget {

std::vector<int> ParentsFirst(absl::Span<const int> parents) {
  std::vector<std::vector<int>> children(parents.size());
  std::vector<int> pending;
  for (size_t i = parents.size(); i-- > 0;) {
    if (parents[i] < 0) {
      pending.push_back(static_cast<int>(i));
    } else {
      children[parents[i]].push_back(static_cast<int>(i));  // ends up in descending order: popped ascending
    }
  }
  std::vector<int> order;
  order.reserve(parents.size());
  while (!pending.empty()) {
    const int bone = pending.back();
    pending.pop_back();
    order.push_back(bone);
    pending.insert(pending.end(), children[bone].begin(), children[bone].end());
  }
  return order;
}

std::optional<int> FindLoop(absl::Span<const int> parents) {
  // Colour 0: unseen, k: seen on walk k. Meeting the own colour closes a loop.
  std::vector<int> colour(parents.size(), 0);
  for (size_t start = 0; start < parents.size(); ++start) {
    const int walk = static_cast<int>(start) + 1;
    int bone = static_cast<int>(start);
    while (bone >= 0 && colour[bone] == 0) {
      colour[bone] = walk;
      bone = parents[bone];
    }
    if (bone >= 0 && colour[bone] == walk) return bone;
  }
  return std::nullopt;
}

std::vector<Mat4> ComputeGlobals(absl::Span<const int> parents, absl::Span<const int> order,
                                 absl::Span<const Transform> locals) {
  std::vector<Mat4> globals(parents.size());
  for (int bone : order) {
    const Mat4 local = MatrixFromTransform(locals[bone]);
    globals[bone] = parents[bone] < 0 ? local : globals[parents[bone]] * local;
  }
  return globals;
}

std::vector<Quat> ComputeGlobalRotations(absl::Span<const int> parents, absl::Span<const int> order,
                                         absl::Span<const Transform> locals) {
  std::vector<Quat> globals(parents.size(), kIdentityRotation);
  for (int bone : order) {
    const Quat& local = locals[bone].rotation;
    globals[bone] = parents[bone] < 0 ? local : Normalized(globals[parents[bone]] * local);
  }
  return globals;
}

std::vector<double> ComputeBoneLengths(absl::Span<const int> parents, absl::Span<const Mat4> globals) {
  std::vector<double> lengths(parents.size(), 0.0);
  for (size_t i = 0; i < parents.size(); ++i) {
    if (parents[i] >= 0) lengths[i] = Length(TranslationOf(globals[i]) - TranslationOf(globals[parents[i]]));
  }
  return lengths;
}

}  // namespace retarget
