#pragma once
// What the tests of the store share: made-up bakes, a store with a fixed clock, and a hand in its raw rows.

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "cache/rocks_store.h"
#include "core/base/digest.h"

namespace retarget::testing {

inline constexpr int64_t kTestTimeMs = 1'700'000'000'000;

// Clip and rig differ from number to number.
BakeKey TestKey(int number, BakeMode mode = BakeMode::kRelative);
// A bake of `size_bytes` that cannot be squeezed, with aux "report" and "thumb". Equal arguments, equal bytes.
BakeWrite TestWrite(const BakeKey& key, size_t size_bytes = 10'000);

// In `folder`, with the clock at kTestTimeMs.
RocksStoreOptions TestOptions(const std::string& folder);
// Fails the test when it cannot be opened.
std::unique_ptr<RocksStore> OpenStore(const RocksStoreOptions& options);

// Opens the closed store of `folder` with RocksDB alone and replaces the value of each row in column family `family`
// for which `edit` returns one; an empty value deletes the row. Returns how many.
int EditRows(const std::string& folder, const std::string& family,
             const std::function<std::optional<std::string>(const std::string& row, const std::string& value)>& edit);
// For EditRows: flips the last byte of the values of rows whose name contains `part`.
std::function<std::optional<std::string>(const std::string&, const std::string&)> FlipWhere(const std::string& part);

}  // namespace retarget::testing
