#pragma once
// The hierarchy of a rig as the shape of a body: bind positions, reach of every branch, paths between bones.

#include <vector>

#include "core/math/types.h"
#include "core/rig/rig.h"

namespace retarget {

// Does not own the rig, which must outlive it. Immutable.
class BodyGraph {
 public:
  explicit BodyGraph(const Rig& rig);

  const Rig& rig() const { return rig_; }
  int size() const { return rig_.num_bones(); }
  int parent(int bone) const { return rig_.parents()[bone]; }
  const std::vector<int>& children(int bone) const { return children_[bone]; }
  // Bind position, see bind_positions.h.
  const Vec3& position(int bone) const { return positions_[bone]; }
  int depth(int bone) const { return depths_[bone]; }

  // False for a node of a skinned rig that neither is a joint nor has one below: mesh nodes, end markers, sockets.
  bool is_live(int bone) const { return live_[bone]; }
  // Live children of a live bone.
  std::vector<int> LiveChildren(int bone) const;
  // Longest way from the bone down through live bones.
  double reach(int bone) const { return reach_[bone]; }
  // Diagonal of the box around all joints (around all bones where there are none); > 0.
  double extent() const { return extent_; }

  double Distance(int a, int b) const;
  Vec3 Middle(int a, int b) const { return (positions_[a] + positions_[b]) * 0.5; }
  bool IsAbove(int ancestor, int bone) const;  // strictly
  // Lowest common ancestor or self; -1 when they share none, or either is -1.
  int CommonAncestor(int a, int b) const;
  // The bones from `ancestor` (not in it) down to `bone` (in it); empty when `ancestor` is not above.
  std::vector<int> PathDown(int ancestor, int bone) const;
  // `bone` and then always the live child that reaches furthest, down to the last one.
  std::vector<int> LongestChain(int bone) const;

 private:
  const Rig& rig_;
  std::vector<Vec3> positions_;
  std::vector<std::vector<int>> children_;
  std::vector<int> depths_;
  std::vector<bool> live_;
  std::vector<double> reach_;
  double extent_ = 1.0;
};

}  // namespace retarget
