// Fills a store until it is killed: store_writer FOLDER FIRST_NUMBER. Prints "stored <number>" after each bake that was
// acknowledged with its late aux.

#include <cstdio>
#include <cstdlib>

#include "tests/cache/store_fixture.h"

int main(int argc, char** argv) {
  using namespace retarget;
  if (argc != 3) return 2;
  absl::StatusOr<std::unique_ptr<RocksStore>> store = RocksStore::Open(testing::TestOptions(argv[1]));
  if (!store.ok()) {
    std::fprintf(stderr, "%s\n", store.status().ToString().c_str());
    return 1;
  }
  for (int number = std::atoi(argv[2]);; ++number) {
    const BakeWrite write = testing::TestWrite(testing::TestKey(number), 100'000);
    if (!(*store)->Put(write).ok() || !(*store)->PutAux(write.key, {"late", "x"}).ok()) return 1;
    std::printf("stored %d\n", number);
    std::fflush(stdout);
  }
}
