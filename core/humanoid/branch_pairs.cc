#include "core/humanoid/branch_pairs.h"

#include <algorithm>

#include "core/math/quaternion.h"

namespace retarget {
namespace {

constexpr double kLeastReach = 0.08;
// Lengths of mirrored bones may differ by this part (drawn by hand), plus a little of the extent.
constexpr double kLengthDifference = 0.25;
constexpr double kLengthSlack = 0.01;
// |sum of vectors across| / sum of |vectors|: 1 when all point the same way.
constexpr double kLeastCoherence = 0.9;
// Bones compared of each chain: the limb itself; fingers and props below it may differ.
constexpr size_t kComparedBones = 4;
// Bounds of the search on hostile rigs.
constexpr size_t kMostBranches = 64;
constexpr size_t kMostPairs = 64;

double BranchReach(const BodyGraph& body, int bone) {
  return body.Distance(body.parent(bone), bone) + body.reach(bone);
}

bool Alike(double a, double b, double slack) {
  return std::max(a, b) - std::min(a, b) <= kLengthDifference * std::max(a, b) + slack;
}

bool Mirrored(const BodyGraph& body, const std::vector<int>& a, const std::vector<int>& b) {
  const size_t bones = std::min({a.size(), b.size(), kComparedBones});
  const double slack = kLengthSlack * body.extent();
  Vec3 sum(0.0);
  double total = 0;
  for (size_t i = 0; i < bones; ++i) {
    if (i > 0 && !Alike(body.Distance(a[i - 1], a[i]), body.Distance(b[i - 1], b[i]), slack)) return false;
    const Vec3 across = body.position(a[i]) - body.position(b[i]);
    sum += across;
    total += Length(across);
  }
  return total > slack && Length(sum) >= kLeastCoherence * total;
}

void AddPairsOf(const BodyGraph& body, std::vector<int> branches, std::vector<BranchPair>& out) {
  std::erase_if(branches, [&](int bone) { return BranchReach(body, bone) < kLeastReach * body.extent(); });
  if (branches.size() < 2) return;
  std::stable_sort(branches.begin(), branches.end(),
                   [&](int a, int b) { return BranchReach(body, a) > BranchReach(body, b); });
  if (branches.size() > kMostBranches) branches.resize(kMostBranches);
  std::vector<std::vector<int>> chains;
  chains.reserve(branches.size());
  for (const int bone : branches) chains.push_back(body.LongestChain(bone));
  for (size_t a = 0; a < chains.size(); ++a) {
    for (size_t b = a + 1; b < chains.size(); ++b) {
      if (chains[a].size() < 2 || chains[b].size() < 2) continue;
      if (!Alike(body.reach(branches[a]), body.reach(branches[b]), kLengthSlack * body.extent())) continue;
      if (Mirrored(body, chains[a], chains[b])) out.push_back({{chains[a], chains[b]}});
    }
  }
}

}  // namespace

std::vector<BranchPair> FindBranchPairs(const BodyGraph& body) {
  std::vector<BranchPair> pairs;
  for (const int bone : body.rig().order()) {
    if (body.is_live(bone)) AddPairsOf(body, body.LiveChildren(bone), pairs);
  }
  std::stable_sort(pairs.begin(), pairs.end(), [&](const BranchPair& a, const BranchPair& b) {
    return body.reach(a.chains[0].front()) > body.reach(b.chains[0].front());
  });
  if (pairs.size() > kMostPairs) pairs.resize(kMostPairs);
  return pairs;
}

}  // namespace retarget
