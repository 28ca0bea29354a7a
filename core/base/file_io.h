#pragma once
// Whole-file reads with a size limit, and writes that appear complete or not at all.

#include <cstddef>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace retarget {

// Largest file any command or request reads: 512 MiB.
inline constexpr size_t kMaxFileBytes = size_t{512} << 20;

// The bytes of a regular file. kNotFound when there is none, kInvalidArgument for a folder or a file over `most_bytes`.
absl::StatusOr<std::string> ReadFile(const std::string& path, size_t most_bytes = kMaxFileBytes);

// Writes beside `path` and renames, so a reader sees the old file or the whole new one. Creates no folders.
absl::Status WriteFileAtomically(const std::string& path, std::string_view bytes);

}  // namespace retarget
