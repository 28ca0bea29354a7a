#pragma once
// Values of glTF accessors as floats.

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/import/gltf_buffers.h"
#include "tiny_gltf.h"

namespace retarget {

// Reads accessors; every offset is checked against the bytes that exist. Float components are copied bit for bit,
// normalised integers become floats by glTF 2.0 section 3.6.2.2. Errors are kInvalidArgument and name the accessor.
// Keeps references; both must outlive it.
class AccessorReader {
 public:
  AccessorReader(const tinygltf::Model& model, GltfBuffers& buffers) : model_(model), buffers_(buffers) {}

  // Elements of `accessor`; fails unless it exists and has `type` (TINYGLTF_TYPE_*).
  absl::StatusOr<size_t> Count(int accessor, int type) const;
  // False for an accessor with neither buffer view nor sparse values: by the letter all zeros, in practice a file whose
  // data was left out. The accessor must exist.
  bool HasData(int accessor) const;
  // All elements, components side by side. `accessor` must have `type` and a float or normalised integer component.
  absl::StatusOr<std::vector<float>> Floats(int accessor, int type);
  size_t bytes_in_hand() const { return buffers_.bytes_in_hand(); }

 private:
  absl::Status AddSparse(int index, size_t components, std::vector<float>& values);

  const tinygltf::Model& model_;
  GltfBuffers& buffers_;
};

}  // namespace retarget
