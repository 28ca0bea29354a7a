#pragma once
// What a caller may choose about a bake. Every field is part of the bake key.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"

namespace retarget {

// Part of every bake key: raise it whenever the bytes of any bake change.
inline constexpr int kAlgorithmVersion = 2;

enum class FootReference : int {
  kFlat = 0,     // feet and toes relative to bind: flat soles stay flat
  kCarried = 1,  // feet follow the re-posed shin, as the canonical pose itself does
};

// Where the body's travel goes. The world motion of the body is the same in the first three.
enum class RootMotion : int {
  // As authored: what the source moves above its hips goes to the target's bone of role `root`, where that stands above
  // the hips; the rest, or all of it on a target without one, to the hips.
  kKeep = 0,
  kHips = 1,  // all on the hips; the root stays at rest
  // The horizontal travel of the hips and their turn about up go to the root bone (FindRootBone), the hips keep the
  // rest
  // and never leave their spot above it.
  kRootFromHips = 2,
  kInPlace = 3,        // the body stays above its spot: horizontal travel is taken out
  kInPlaceNoTurn = 4,  // and faces ahead: the turn of the hips about up is taken out too
};
// Names of values as flags, plans and reports spell them; the index is the value.
inline constexpr std::array<std::string_view, 5> kRootMotionNames = {"keep", "hips", "root_from_hips", "in_place",
                                                                     "in_place_no_turn"};

// What the hips' travel is multiplied by, once.
enum class HipsScale : int {
  kHeight = 0,  // target hips height / source hips height
  kLegs = 1,    // target leg length / source leg length: less sliding between rigs whose pelvis heights differ
  kFactor = 2,  // hips_factor, whatever the rigs are
};
inline constexpr std::array<std::string_view, 3> kHipsScaleNames = {"height", "legs", "factor"};

// What becomes of scale keys.
enum class ScaleKeys : int {
  kDrop = 0,   // each is listed in the report
  kRatio = 1,  // scale over rest scale of a source bone goes to the target bone it drives
};
inline constexpr std::array<std::string_view, 2> kScaleKeysNames = {"drop", "ratio"};

inline constexpr std::array<std::string_view, 2> kFootReferenceNames = {"flat", "carried"};

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
  RootMotion root_motion = RootMotion::kKeep;
  HipsScale hips_scale = HipsScale::kHeight;
  // Target travel / source travel, world units, (0, 1e6]. Only with HipsScale::kFactor.
  double hips_factor = 1.0;
  // Raise or lower the body by a constant so that its lowest foot or toe of the clip is as far from its height at bind
  // as the source's, in proportion.
  bool floor_match = false;
  ScaleKeys scale_keys = ScaleKeys::kDrop;

  // kInvalidArgument listing every field out of range.
  absl::Status Validate() const;
};

// One option as plans and reports echo it.
struct OptionText {
  std::string name, value;  // "mirror", "true"
  friend bool operator==(const OptionText&, const OptionText&) = default;
};

// The root motion mode, and every other option that is not at its default, in the order of the fields.
std::vector<OptionText> DescribeOptions(const BakeOptions& options);

}  // namespace retarget
