#pragma once
// The folder of a store: made, and moved aside when what is in it cannot be used.

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace retarget {

// Makes the folder and its parents. kInvalidArgument: empty, or something that is no folder is there. kUnavailable: the
// system refuses.
absl::Status MakeStoreFolder(const std::string& folder);

// Renames the folder to the first free "<folder>.broken-<n>", n from 1, and returns that. kUnavailable when it cannot
// be renamed (it is a mount point, or its parent is read-only).
absl::StatusOr<std::string> MoveStoreFolderAside(const std::string& folder);

// Of all files below the folder; 0 when it cannot be read.
uint64_t FolderBytes(const std::string& folder);

// What an ordinary user may still write to the folder's disk; 0 when the system does not say.
uint64_t FreeDiskBytes(const std::string& folder);

}  // namespace retarget
