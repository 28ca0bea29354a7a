#pragma once
// What a caller may choose about a bake. Every field is part of the bake key.

#include <string>
#include <vector>

#include "absl/status/status.h"

namespace retarget {

// Part of every bake key: raise it whenever the bytes of any bake change.
inline constexpr int kAlgorithmVersion = 1;

enum class FootReference : int {
  kFlat = 0,     // feet and toes relative to bind: flat soles stay flat
  kCarried = 1,  // feet follow the re-posed shin, as the canonical pose itself does
};

struct BakeOptions {
  // Name of the output clip; empty: the source clip's name.
  std::string clip_name;
  FootReference feet = FootReference::kFlat;
  // Mirror both canonical poses across the sagittal plane for an absolutely symmetric reference (key mode "abs").
  bool symmetrize = false;
  // 0: keys at the union of the source's key times plus what the tolerance needs. Otherwise a fixed rate in keys per
  // second, 1..1000 (first and last key stay exact).
  double sample_rate_hz = 0.0;
  // Largest error between keys: degrees of bone rotation, (0, 10]. Used with sample_rate_hz = 0.
  double tolerance_deg = 0.02;
  // Exchange left and right across the sagittal plane: the left arm does the mirror image of what the source's right
  // arm does, and the hips travel mirrored. A role whose twin the source lacks gets nothing.
  bool mirror = false;

  // kInvalidArgument listing every field out of range.
  absl::Status Validate() const;
};

// One option as plans and reports echo it.
struct OptionText {
  std::string name, value;  // "mirror", "true"
  friend bool operator==(const OptionText&, const OptionText&) = default;
};

// Every option that is not at its default, in the order of the fields.
std::vector<OptionText> DescribeOptions(const BakeOptions& options);

}  // namespace retarget
