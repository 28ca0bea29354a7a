// LAYOUT.md shows one bake as it is stored; this test writes that bake and compares.

#include <string>

#include "absl/strings/escaping.h"
#include "cache/rocks_store.h"
#include "core/base/cat.h"
#include "core/base/file_io.h"
#include "gtest/gtest.h"
#include "tests/cache/store_fixture.h"
#include "tests/support/process.h"
#include "tests/support/status_matchers.h"

namespace retarget {
namespace {

using ::retarget::testing::EditRows;
using ::retarget::testing::OpenStore;
using ::retarget::testing::TempDir;
using ::retarget::testing::TestOptions;
using ::testing::HasSubstr;

BakeWrite ExampleBake() {
  BakeWrite write;
  write.key = {Sha256Of("clip"), Sha256Of("rig"), BakeMode::kRelative, std::nullopt};
  write.labels = {"Michelle", "Soldier", "SambaDance"};
  write.bytes = std::make_shared<const std::string>("ZANM...");
  write.aux = {{"report", "{}"}};
  return write;
}

// "<row>" and, indented, its value in lines of 32 bytes, as LAYOUT.md has them.
std::string Dump(const std::string& row, const std::string& value) {
  std::string out = row + "\n";
  for (size_t i = 0; i < value.size(); i += 32) out += Cat("    ", absl::BytesToHexString(value.substr(i, 32)), "\n");
  return out;
}

TEST(Layout, DocumentShowsWhatIsStored) {
  TempDir temp;
  const std::string folder = temp.File("store");
  ASSERT_OK(OpenStore(TestOptions(folder))->Put(ExampleBake()));
  ASSERT_OK_AND_ASSIGN(const std::string document, ReadFile(RETARGETD_LAYOUT_MD));
  std::string meta, rows;
  EditRows(folder, "meta", [&](const std::string& row, const std::string& value) {
    meta += Dump(row, value);
    return std::nullopt;
  });
  EditRows(folder, "g1", [&](const std::string& row, const std::string& value) {
    rows += Dump(row, value);
    return std::nullopt;
  });
  EXPECT_THAT(document, HasSubstr("```\n" + meta + "```\n"));
  EXPECT_THAT(document, HasSubstr("```\n" + rows + "```\n"));
}

}  // namespace
}  // namespace retarget
