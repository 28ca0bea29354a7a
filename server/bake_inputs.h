#pragma once
// From the bytes of a request to rigs, a clip, a plan and a key: everything a bake needs, decided before it runs.

#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "cache/bake_key.h"
#include "core/clip/clip.h"
#include "core/retarget/options.h"
#include "core/retarget/plan.h"
#include "core/rig/rig.h"

namespace retarget {

// A rig as sent. Does not own its bytes.
struct RigBytes {
  std::string_view data;
  std::string_view profile_yaml;  // empty: the rig's own profile, else the derived one
};

// The files of an .animation composite. Does not own its bytes.
struct PartsBytes {
  std::string_view data_zanim;
  std::string_view rig_zmsh;          // empty: no embedded rig
  std::string_view humanoid_profile;  // of rig_zmsh; empty: none
};

// A clip as sent. Does not own its bytes.
struct ClipBytes {
  std::string_view data;            // ignored with `parts`
  std::optional<PartsBytes> parts;  // instead of `data`
  std::string clip_name;            // empty: the only clip
  std::optional<RigBytes> source_rig;
};

struct BakeRequestBytes {
  ClipBytes clip;
  RigBytes target;
  BakeOptions options;
};

// Owns all it holds; safe to keep after the request has gone.
struct BakeInputs {
  Rig source;
  Rig target;
  std::optional<Clip> clip;  // absent only for a plan of two rigs
  BakeOptions options;
  Plan plan;
  std::optional<BakeKey> key;  // absent without a clip
};

// Decodes one rig and lays its profile over it. Problems are reported in `field`.data or `field`.profile_yaml
// (ProblemsOf). kInvalidArgument: bytes that do not decode, a file without a rig, a profile that does not fit.
absl::StatusOr<Rig> DecodeRig(const RigBytes& bytes, std::string_view field);

// Both rigs, the clip, the plan and the key. A clip file without a clip is an error unless `clip_optional` is set and
// no clip was named. Problems of all fields are reported at once. Codes: kInvalidArgument, kNotFound (no such clip),
// kFailedPrecondition (no source rig, not a humanoid).
absl::StatusOr<BakeInputs> DecodeBake(const BakeRequestBytes& request, bool clip_optional);

}  // namespace retarget
