#pragma once
// The bytes behind glTF's "buffers": the BIN chunk, data URIs, and files found through a resolver.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/import/gltf_file.h"
#include "core/import/scene.h"

namespace retarget {

// Resolves each buffer when it is first asked for, so a buffer that only geometry uses need not exist. Keeps references
// to `file` and `resolver`; both must outlive it. Not thread-safe.
class GltfBuffers {
 public:
  // `file_bytes`: size of the file that `file` was read from.
  GltfBuffers(const GltfFile& file, size_t file_bytes, const FileResolver& resolver);

  size_t count() const { return resolved_.size(); }
  // The bytes of buffer `index`: exactly its byteLength. kInvalidArgument naming the buffer when there is no such
  // buffer, it cannot be found, or it is shorter than its byteLength. The view lives as long as this object.
  absl::StatusOr<std::string_view> Get(int index);
  // Bytes of the file and of what was fetched so far: what any allocation has to be in proportion to.
  size_t bytes_in_hand() const { return bytes_in_hand_; }

 private:
  absl::StatusOr<std::string_view> Resolve(int index);

  const GltfFile& file_;
  const FileResolver& resolver_;
  size_t bytes_in_hand_ = 0;
  std::vector<std::optional<std::string_view>> resolved_;
  std::vector<std::string> owned_;  // decoded or fetched bytes by buffer; never resized
};

// "%20" and the like decoded; a broken escape stays as it is.
std::string PercentDecoded(std::string_view uri);

}  // namespace retarget
