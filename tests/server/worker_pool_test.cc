#include "server/worker_pool.h"

#include <atomic>
#include <memory>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/server/event.h"
#include "tests/support/status_matchers.h"

namespace retarget {
namespace {

using ::retarget::testing::StatusIs;
using ::testing::HasSubstr;

TEST(WorkerPool, RefusesWhenTheQueueIsFullAndRecovers) {
  WorkerPool pool("bake", 1, 2);
  testing::Event started, release, drained;
  std::atomic<int> ran = 0;
  ASSERT_OK(pool.Post([&] {
    started.Notify();
    release.Wait();
  }));
  started.Wait();
  ASSERT_OK(pool.Post([&] { ++ran; }));
  ASSERT_OK(pool.Post([&] {
    ++ran;
    drained.Notify();
  }));
  EXPECT_THAT(pool.Post([&] { ran = 100; }),
              StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("bake queue is full (2 waiting)")));
  const PoolStats stats = pool.stats();
  EXPECT_EQ(stats.running, 1);
  EXPECT_EQ(stats.queued, 2);
  EXPECT_EQ(stats.refused, 1);
  release.Notify();
  drained.Wait();
  EXPECT_EQ(ran, 2);
  EXPECT_OK(pool.Post([] {}));
}

TEST(WorkerPool, IdleThreadsDoNotCountAgainstTheQueue) {
  WorkerPool pool("io", 3, 1);
  testing::Event release;
  std::atomic<int> ran = 0;
  // Three threads and one place to wait: four jobs at once, whether or not the threads have woken up yet.
  for (int i = 0; i < 4; ++i) {
    ASSERT_OK(pool.Post([&] {
      release.Wait();
      ++ran;
    })) << i;
  }
  EXPECT_FALSE(pool.Post([] {}).ok());
  release.Notify();
}

TEST(WorkerPool, DestructorRunsWhatIsQueued) {
  std::atomic<int> ran = 0;
  {
    WorkerPool pool("io", 2, 100);
    for (int i = 0; i < 100; ++i) ASSERT_OK(pool.Post([&] { ++ran; }));
  }
  EXPECT_EQ(ran, 100);
}

TEST(WorkerPool, ReleasesCapturesBeforeTheJobCountsAsDone) {
  auto held = std::make_shared<int>(1);
  std::weak_ptr<int> watch = held;
  {
    WorkerPool pool("io", 1, 1);
    ASSERT_OK(pool.Post([held = std::move(held)] {}));
  }
  EXPECT_TRUE(watch.expired());
}

}  // namespace
}  // namespace retarget
