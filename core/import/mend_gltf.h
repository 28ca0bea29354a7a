#pragma once
// Mends what exporters write and glTF 2.0 forbids, so that a real file with a clip added passes the Khronos validator.

#include <string>

#include "core/import/json_text.h"

namespace retarget {

// `bin` holds the bytes of buffer 0; arrays in other buffers, sparse ones, and what does not lie inside `bin` stay as
// they are. Nothing that is drawn or played changes:
// - key times, key values and inverse binds in a buffer view with a byteStride move to views without one at the end of
//   `bin` (glTF 2.0 section 3.6.2.4: strides are for vertex attributes);
// - float skin weights are scaled so that they sum to 1 for each vertex, as renderers do (section 3.7.3.3).
void MendGltf(Json& document, std::string& bin);

}  // namespace retarget
