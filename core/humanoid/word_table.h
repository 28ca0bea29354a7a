#pragma once
// What single words of bone names mean. One table: teaching a new convention starts here.

#include <string_view>

#include "absl/types/span.h"

namespace retarget {

enum class WordMeaning {
  kUnknown,
  kNoise,   // prefixes and fillers that say nothing: "mixamorig", "bip", "joint"
  kHelper,  // the bone is a control, tip, twist or prop: "ik", "end", "twist", "socket"
  kOther,   // a body part that is no humanoid role: "tail", "wing", "hair"
  kLeft,
  kRight,
  kUpper,  // qualifiers: "upper" + "arm"
  kLower,
  kHips,
  kHip,  // centre: hips; with a side: the thigh
  kBody,
  kSpine,
  kNeck,
  kHead,
  kClavicle,
  kShoulder,  // the clavicle for most, the upper arm for SMPL and Synty
  kArm,
  kUpperArm,
  kForearm,
  kElbow,
  kHand,
  kWrist,
  kPalm,
  kLeg,  // the shin for Mixamo, the thigh for Cats
  kThigh,
  kShin,
  kKnee,
  kFoot,
  kAnkle,
  kToe,
  kThumb,
  kIndex,
  kMiddle,
  kRing,
  kPinky,
  kFinger,      // numbered fingers
  kMetacarpal,  // a thumb's first bone; in another finger, a bone before the first
  kPhalanx,     // "proximal", "distal": position in a finger, told from the chain instead
  kEye,
  kJaw,
  kRoot,
};

// Meaning of a lower-case word.
WordMeaning MeaningOf(std::string_view word);

// Japanese (MMD) and full-width spellings and the words they stand for, longer spellings first.
struct Translation {
  std::string_view from, to;
};
absl::Span<const Translation> Translations();

}  // namespace retarget
