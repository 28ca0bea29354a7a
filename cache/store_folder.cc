#include "cache/store_folder.h"

#include <filesystem>
#include <system_error>

#include "core/base/cat.h"
#include "core/base/text.h"

namespace retarget {

namespace fs = std::filesystem;

absl::Status MakeStoreFolder(const std::string& folder) {
  if (folder.empty()) return absl::InvalidArgumentError("store folder: expected a path, got nothing");
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_directory(folder, error)) {
    return absl::InvalidArgumentError(Cat("store folder ", Quoted(folder), " is not a folder"));
  }
  fs::create_directories(folder, error);
  if (!error) return absl::OkStatus();
  return absl::UnavailableError(Cat("store folder ", Quoted(folder), " cannot be made: ", error.message()));
}

absl::StatusOr<std::string> MoveStoreFolderAside(const std::string& folder) {
  // "store/" and "store" are one folder; the new name goes beside it, not into it.
  fs::path from(folder);
  if (!from.has_filename()) from = from.parent_path();
  std::error_code error;
  std::string to;
  for (int n = 1; to.empty() || fs::exists(to, error); ++n) to = Cat(from.string(), ".broken-", n);
  fs::rename(from, to, error);
  if (!error) return to;
  return absl::UnavailableError(Cat("store ", Quoted(folder), " is damaged and cannot be moved to ", Quoted(to), ": ",
                                    error.message(), "; empty it by hand"));
}

uint64_t FolderBytes(const std::string& folder) {
  uint64_t bytes = 0;
  std::error_code error;
  for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    std::error_code gone;  // RocksDB removes files meanwhile
    const uint64_t size = it->is_regular_file(gone) ? it->file_size(gone) : 0;
    if (!gone) bytes += size;
  }
  return bytes;
}

uint64_t FreeDiskBytes(const std::string& folder) {
  std::error_code error;
  const fs::space_info space = fs::space(folder, error);
  return error ? 0 : space.available;
}

}  // namespace retarget
