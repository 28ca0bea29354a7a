#pragma once
// The file formats of clips; see FORMAT.md beside this file. Readers take untrusted bytes: errors are kInvalidArgument
// and name the field, channel and key. Equal content encodes to equal bytes. Every reader ends with ValidateClip.

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "core/clip/clip.h"

namespace retarget {

// zanim: the daemon's own binary format, version 1.
std::string EncodeZanim(const Clip& clip);
absl::StatusOr<Clip> DecodeZanim(std::string_view bytes);

// Clip JSON. Writes one array per key; reads flat arrays, `times`/`values`/`interp` and any letter case as well.
std::string EncodeClipJson(const Clip& clip);
absl::StatusOr<Clip> DecodeClipJson(std::string_view text);

}  // namespace retarget
