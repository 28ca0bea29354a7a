#pragma once
// Appends arrays and animations to a glTF document and its BIN chunk.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "absl/types/span.h"
#include "core/clip/clip.h"
#include "core/import/json_text.h"

namespace retarget {

// Collects arrays into ONE new buffer view, so use one writer per kind of data: the Khronos validator refuses a view
// that holds both inverse binds and keys. Nothing of the document changes but what is appended; Finish must be called
// once, and no second writer may be open on the same document.
class GltfWriter {
 public:
  // `document` must have buffer 0 without a uri, `bin` are its bytes. Both must outlive the writer.
  GltfWriter(Json& document, std::string& bin);

  // Adds floats as an accessor of `type` ("SCALAR", "VEC3", ...) with `components` floats an element; returns its
  // index. `with_bounds` states the smallest and largest value, as glTF requires for key times.
  int AddFloats(absl::Span<const float> values, std::string_view type, size_t components, bool with_bounds = false);

  // Adds `clip`, which must be valid and have channels; its bones are node indices. Channels with the same times share
  // them. A spline of one key is written as STEP: glTF wants two keys in a spline.
  void AddAnimation(const Clip& clip);

  // Appends the collected bytes to the BIN chunk and states the new sizes.
  void Finish();

 private:
  int TimesAccessor(const std::vector<float>& times);

  Json& document_;
  std::string& bin_;
  int view_ = 0;
  std::string data_;
  std::map<std::vector<float>, int> times_;  // accessors of times written so far
};

}  // namespace retarget
