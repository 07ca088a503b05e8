// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Work that kernels enqueue: order, ownership, errors, launches; and the thread pool.

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "pluggable/stream.h"
#include "pluggable/thread_pool.h"

#include "runtime_test_host.h"

namespace pluggable::tests {
namespace {

// Half of a number that is subnormal, as this thread computes it.
float HalfOfSubnormal() {
  volatile float tiny = 1e-39f;
  volatile float half = 0.5f;
  return tiny * half;
}

TEST_F(WorkTest, RunsInOrderWhateverItCosts) {
  std::vector<int> order;
  for (int i = 0; i < 300; ++i) {
    op_.Enqueue(i % 3 == 0 ? kLong : 1, [&order, i] { order.push_back(i); });
  }
  ASSERT_TRUE(device_->Synchronize(stream_).ok());
  ASSERT_EQ(order.size(), 300u);
  for (int i = 0; i < 300; ++i) EXPECT_EQ(order[static_cast<size_t>(i)], i);
}

TEST_F(WorkTest, ComputesOnDeviceMemory) {
  for (const size_t size : {size_t{1}, size_t{1000}, size_t{200000}}) {
    SP_DeviceMemoryBase memory = device_->Allocate(size * sizeof(float));
    std::vector<float> values(size);
    std::iota(values.begin(), values.end(), 0.0f);
    device_->Write(memory, values);
    const Span<float> x(static_cast<float*>(memory.opaque), size);
    const Stream op = StreamOfOp(stream_, memory);
    op.ForEach(x, x, [](float v) { return 2 * v; });
    op.ForEach(x, x, x, [](float a, float b) { return a + b; });
    op.ForEach(x, x, x, x, [](float a, float b, float c) { return a + b - c; });
    ASSERT_TRUE(device_->Synchronize(stream_).ok());
    for (float& v : values) v *= 4;
    EXPECT_EQ(device_->Read<float>(memory, size), values);
    op.ForEach(x, [] { return 7.0f; });
    ASSERT_TRUE(device_->Synchronize(stream_).ok());
    EXPECT_EQ(device_->Read<float>(memory, size), std::vector<float>(size, 7.0f));
    device_->Deallocate(&memory);
  }
}

TEST_F(WorkTest, TakesSubnormalNumbersForZeroOnEveryThread) {
  for (const int64_t cost : {int64_t{1}, kLong}) {
    float result = 1;
    std::atomic<int> subnormal{0};
    op_.Enqueue(cost, [&] {
      result = HalfOfSubnormal();
      ThreadPool pool(3);
      pool.ParallelFor(300, 1000000, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) subnormal += HalfOfSubnormal() != 0;
        std::this_thread::yield();
      });
    });
    ASSERT_TRUE(device_->Synchronize(stream_).ok());
    EXPECT_EQ(result, 0) << cost;
    EXPECT_EQ(subnormal, 0) << cost;
    EXPECT_NE(HalfOfSubnormal(), 0) << "the caller's thread is changed";
  }
  // Whoever has started the threads.
  std::atomic<int> subnormal{0};
  {
    ThreadPool pool(3);
    for (int i = 0; i < 10; ++i) pool.Schedule([&] { subnormal += HalfOfSubnormal() != 0; });
  }
  EXPECT_EQ(subnormal, 0);
}

TEST_F(WorkTest, OwnsWhatItCapturesUntilItHasRun) {
  const auto small = std::make_shared<int>(1);
  const auto large = std::make_shared<int>(2);
  std::atomic<int> sum{0};
  std::array<int64_t, 100> padding{};  // more than fits without an allocation
  for (const int64_t cost : {int64_t{1}, kLong}) {
    op_.Enqueue(cost, [&sum, small, owned = std::make_unique<int>(10)] { sum += *small + *owned; });
    op_.Enqueue(cost, [&sum, large, padding] { sum += *large + static_cast<int>(padding[99]); });
  }
  ASSERT_TRUE(device_->Synchronize(stream_).ok());
  EXPECT_EQ(sum, 26);
  EXPECT_EQ(small.use_count(), 1);
  EXPECT_EQ(large.use_count(), 1);
}

TEST_F(WorkTest, AnErrorBelongsToItsStream) {
  SP_Stream other = device_->CreateStream();
  op_.Enqueue(1, [] { return errors::NotFound("gone"); });
  EXPECT_TRUE(device_->Synchronize(other).ok());
  bool ran = false;
  Stream(other, "Other").Enqueue(1, [&] { ran = true; });
  EXPECT_TRUE(device_->Synchronize(other).ok());
  EXPECT_TRUE(ran);
  EXPECT_EQ(device_->Synchronize(stream_).message(), "MyOp: gone");
  device_->DestroyStream(other);
}

TEST_F(WorkTest, AnExceptionIsAnError) {
  op_.Enqueue(1, [] { throw std::runtime_error("thrown"); });
  Status status = device_->Synchronize(stream_);
  EXPECT_EQ(status.code(), TF_INTERNAL);
  EXPECT_EQ(status.message(), "MyOp: thrown");
  op_.Enqueue(kLong, [] { throw std::bad_alloc(); });
  EXPECT_EQ(device_->Synchronize(stream_).code(), TF_RESOURCE_EXHAUSTED);
  op_.ParallelFor(1000, 1000000, [](int64_t begin, int64_t) {
    if (begin > 0) throw std::runtime_error("from a thread");
  });
  status = device_->Synchronize(stream_);
  if (ThreadPool::Global().NumThreads() > 1) {
    EXPECT_EQ(status.message(), "MyOp: from a thread");
  }
}

TEST_F(WorkTest, AFailingHostCallbackFailsTheStream) {
  const SE_StatusCallbackFn fail = [](void* const, TF_Status* const status) {
    TF_SetStatus(status, TF_CANCELLED, "cancelled by the host");
  };
  ASSERT_TRUE(device_->executor()->host_callback(device_->device(), stream_, fail, nullptr));
  const Status status = device_->Synchronize(stream_);
  EXPECT_EQ(status.code(), TF_CANCELLED);
  EXPECT_NE(status.message().find("cancelled by the host"), std::string::npos);
}

TEST_F(WorkTest, ManyThreadsMayEnqueue) {
  int64_t sum = 0;  // the stream is what keeps the additions apart
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([this, &sum, t] {
      for (int i = 0; i < 500; ++i) op_.Enqueue(i % 7 == t ? kLong : 1, [&sum, i] { sum += i; });
    });
  }
  for (std::thread& thread : threads) thread.join();
  ASSERT_TRUE(device_->Synchronize(stream_).ok());
  EXPECT_EQ(sum, 4 * 499 * 500 / 2);
}

// --- The thread pool

TEST(ThreadPoolTest, CoversEveryIndexOnce) {
  ThreadPool pool(3);
  for (const int64_t total : {0, 1, 2, 1000, 12345}) {
    std::vector<std::atomic<int>> counts(static_cast<size_t>(total));
    pool.ParallelFor(total, 5000, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) ++counts[static_cast<size_t>(i)];
    });
    for (const auto& count : counts) ASSERT_EQ(count, 1);
  }
}

TEST(ThreadPoolTest, WorkerIdsDoNotOverlap) {
  ThreadPool pool(4);
  std::vector<std::atomic<int>> busy(static_cast<size_t>(pool.NumThreads()) + 1);
  std::atomic<int64_t> covered{0};
  pool.ParallelForWithWorkerId(400, 50000, [&](int64_t begin, int64_t end, int worker) {
    ASSERT_GE(worker, 0);
    ASSERT_LE(worker, pool.NumThreads());
    EXPECT_EQ(busy[static_cast<size_t>(worker)].fetch_add(1), 0);
    covered += end - begin;
    std::this_thread::yield();
    busy[static_cast<size_t>(worker)].fetch_sub(1);
  });
  EXPECT_EQ(covered, 400);
}

TEST(ThreadPoolTest, LoopsMayBeNested) {
  ThreadPool pool(2);
  std::atomic<int64_t> sum{0};
  pool.ParallelFor(8, 1000000, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      pool.ParallelFor(8, 1000000, [&](int64_t b, int64_t e) { sum += e - b; });
    }
  });
  EXPECT_EQ(sum, 64);
}

TEST(ThreadPoolTest, RunsWhatIsScheduled) {
  std::atomic<int> runs{0};
  std::atomic<int> outside{0};
  {
    ThreadPool pool(2);
    EXPECT_EQ(pool.CurrentThreadId(), -1);
    for (int i = 0; i < 100; ++i) {
      auto fn = [&] {
        const int id = pool.CurrentThreadId();
        if (id < 0 || id >= pool.NumThreads()) ++outside;
        ++runs;
      };
      if (i % 2 == 0) {
        pool.Schedule(fn);
      } else {
        pool.ScheduleWithHint(fn, 1, 2);
      }
    }
  }  // joins
  EXPECT_EQ(runs, 100);
  EXPECT_EQ(outside, 0);
}

}  // namespace
}  // namespace pluggable::tests
