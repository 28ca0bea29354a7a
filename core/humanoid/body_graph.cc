#include "core/humanoid/body_graph.h"

#include <algorithm>

#include "core/humanoid/bind_positions.h"
#include "core/math/quaternion.h"

namespace retarget {
namespace {

// A rig whose bones all stand in one point still needs a size to divide by.
constexpr double kLeastExtent = 1e-9;

double ExtentOf(const Rig& rig, const std::vector<Vec3>& positions) {
  Vec3 low, high;
  bool any = false;
  for (int bone = 0; bone < rig.num_bones(); ++bone) {
    if (rig.has_skin() && !rig.is_joint(bone)) continue;
    low = any ? glm::min(low, positions[bone]) : positions[bone];
    high = any ? glm::max(high, positions[bone]) : positions[bone];
    any = true;
  }
  return any ? std::max(Length(high - low), kLeastExtent) : 1.0;
}

}  // namespace

BodyGraph::BodyGraph(const Rig& rig)
    : rig_(rig),
      positions_(BindPositions(rig)),
      children_(rig.Children()),
      depths_(rig.num_bones(), 0),
      live_(rig.num_bones(), !rig.has_skin()),
      reach_(rig.num_bones(), 0.0),
      extent_(ExtentOf(rig, positions_)) {
  for (const int bone : rig.order()) {
    if (parent(bone) >= 0) depths_[bone] = depths_[parent(bone)] + 1;
  }
  for (auto at = rig.order().rbegin(); at != rig.order().rend(); ++at) {
    const int bone = *at, up = parent(bone);
    if (rig.is_joint(bone)) live_[bone] = true;
    if (up < 0 || !live_[bone]) continue;
    live_[up] = true;
    reach_[up] = std::max(reach_[up], reach_[bone] + Distance(up, bone));
  }
}

std::vector<int> BodyGraph::LiveChildren(int bone) const {
  std::vector<int> out;
  for (const int child : children_[bone]) {
    if (live_[child]) out.push_back(child);
  }
  return out;
}

double BodyGraph::Distance(int a, int b) const { return Length(positions_[a] - positions_[b]); }

bool BodyGraph::IsAbove(int ancestor, int bone) const {
  return ancestor >= 0 && bone >= 0 && ancestor != bone && rig_.IsAncestorOrSelf(ancestor, bone);
}

int BodyGraph::CommonAncestor(int a, int b) const {
  if (a < 0 || b < 0) return -1;
  while (a != b) {
    int& deeper = depths_[a] >= depths_[b] ? a : b;
    deeper = parent(deeper);
    if (deeper < 0) return -1;
  }
  return a;
}

std::vector<int> BodyGraph::PathDown(int ancestor, int bone) const {
  std::vector<int> out;
  for (int at = bone; at != ancestor; at = parent(at)) {
    if (at < 0) return {};
    out.push_back(at);
  }
  std::reverse(out.begin(), out.end());
  return out;
}

std::vector<int> BodyGraph::LongestChain(int bone) const {
  std::vector<int> out{bone};
  while (true) {
    int best = -1;
    double best_reach = -1.0;
    for (const int child : LiveChildren(out.back())) {
      const double far = Distance(out.back(), child) + reach_[child];
      if (far > best_reach) best = child, best_reach = far;
    }
    if (best < 0) return out;
    out.push_back(best);
  }
}

}  // namespace retarget
