#include "core/base/file_io.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "core/base/cat.h"
#include "core/base/text.h"

namespace retarget {
namespace {

absl::Status FileError(std::string_view action, const std::string& path) {
  const int error = errno;
  const std::string message = Cat("cannot ", action, " ", Quoted(path), ": ", std::strerror(error));
  return error == ENOENT ? absl::NotFoundError(message) : absl::InvalidArgumentError(message);
}

}  // namespace

absl::StatusOr<std::string> ReadFile(const std::string& path, size_t most_bytes) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    return absl::InvalidArgumentError(Cat(Quoted(path), " is a folder, expected a file"));
  }
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return FileError("read", path);
  std::string out;
  char block[1 << 16];
  size_t got = 0;
  while (out.size() <= most_bytes && (got = std::fread(block, 1, sizeof block, file)) > 0) out.append(block, got);
  const bool failed = std::ferror(file) != 0;
  std::fclose(file);
  if (failed) return FileError("read", path);
  if (out.size() > most_bytes) {
    return absl::InvalidArgumentError(Cat(Quoted(path), " is larger than the limit of ", most_bytes, " bytes"));
  }
  return out;
}

absl::Status WriteFileAtomically(const std::string& path, std::string_view bytes) {
  const std::string partial = Cat(path, ".partial-", getpid());
  std::FILE* file = std::fopen(partial.c_str(), "wb");
  if (file == nullptr) return FileError("write", path);
  bool ok = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  ok = std::fflush(file) == 0 && fsync(fileno(file)) == 0 && ok;
  ok = std::fclose(file) == 0 && ok;
  if (ok && std::rename(partial.c_str(), path.c_str()) == 0) return absl::OkStatus();
  absl::Status status = FileError("write", path);
  std::remove(partial.c_str());
  return status;
}

}  // namespace retarget
