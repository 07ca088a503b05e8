// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// A device whose memory the host can only copy: host work uses such copies.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <future>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "pluggable/on_device.h"
#include "pluggable/stream.h"

#include "copy_only.h"
#include "driver/driver.h"
#include "runtime/stream.h"
#include "runtime_test_host.h"

namespace {

// The largest size of host memory that this thread can allocate.
thread_local size_t most_host_memory = SIZE_MAX;

}  // namespace

// The process's own, in place of the C library's.
void* aligned_alloc(size_t alignment, size_t size) noexcept {
  void* memory = nullptr;
  const bool is_refused = size > most_host_memory;
  return is_refused || posix_memalign(&memory, alignment, size) != 0 ? nullptr : memory;
}

namespace pluggable::tests {
namespace {

using internal::OpMemory;
using Use = OpMemory::Use;

class CopyOnlyTest : public DeviceTest {
 protected:
  void SetUp() override {
    const CopyOnlyDevices copy_only;
    DeviceTest::SetUp();
  }

  SP_DeviceMemoryBase Filled(std::vector<int32_t> values) {
    SP_DeviceMemoryBase memory = device_->Allocate(values.size() * sizeof(int32_t));
    device_->Write(memory, values);
    return memory;
  }
  static int32_t* Data(const SP_DeviceMemoryBase& memory) {
    return static_cast<int32_t*>(memory.opaque);
  }
  // An op's use of the integers at `first`.
  static OpMemory::Range Integers(Use use, const int32_t* first, size_t count) {
    return {reinterpret_cast<const char*>(first), count * sizeof(int32_t), use};
  }
};

TEST_F(CopyOnlyTest, ThePoolsThreadsWorkOnCopies) {
  constexpr size_t kCount = 1 << 20;
  std::vector<int32_t> values(kCount);
  std::iota(values.begin(), values.end(), 0);
  SP_DeviceMemoryBase memory = Filled(values);
  StreamOfOp(stream_, memory)
      .ParallelFor(kCount, 1000,
                   [data = Data(memory), host = Data(memory)](int64_t begin, int64_t end) {
                     int32_t* const copy = OnDevice(data);
                     EXPECT_NE(copy, host);
                     for (int64_t i = begin; i < end; ++i) copy[i] *= 2;
                   });
  ASSERT_TRUE(device_->Synchronize(stream_).ok());
  for (int32_t& value : values) value *= 2;
  EXPECT_EQ(device_->Read<int32_t>(memory, kCount), values);
  device_->Deallocate(&memory);
}

// Parts of an output that the op's earlier work wrote are kept.
TEST_F(CopyOnlyTest, AnOutputMayBeWrittenInParts) {
  SP_DeviceMemoryBase output = Filled(std::vector<int32_t>(64, -1));
  SP_DeviceMemoryBase input = Filled(std::vector<int32_t>(16, 9));
  const Stream op = StreamOfOp(
      stream_, "Parts",
      {Integers(Use::kWritten, Data(output), 64), Integers(Use::kRead, Data(input), 16)});
  op.Enqueue(kLong, [data = Data(output)] { std::fill_n(OnDevice(data), 32, 1); });
  ASSERT_TRUE(op.CopyOnDevice(Data(output) + 32, input.opaque, input.size).ok());
  op.Enqueue(kLong, [data = Data(output)] { std::fill_n(OnDevice(data) + 48, 16, 3); });
  ASSERT_TRUE(device_->Synchronize(stream_).ok());
  std::vector<int32_t> expected(64, 1);
  std::fill_n(expected.begin() + 32, 16, 9);
  std::fill_n(expected.begin() + 48, 16, 3);
  EXPECT_EQ(device_->Read<int32_t>(output, 64), expected);
  device_->Deallocate(&output);
  device_->Deallocate(&input);
}

// A copy on the device counts as earlier work, too.
TEST_F(CopyOnlyTest, AnOutputMayBeginWithACopyOnTheDevice) {
  SP_DeviceMemoryBase output = Filled(std::vector<int32_t>(32, -1));
  SP_DeviceMemoryBase input = Filled(std::vector<int32_t>(16, 9));
  const Stream op = StreamOfOp(
      stream_, "Parts",
      {Integers(Use::kWritten, Data(output), 32), Integers(Use::kRead, Data(input), 16)});
  ASSERT_TRUE(op.CopyOnDevice(output.opaque, input.opaque, input.size).ok());
  op.Enqueue(kLong, [data = Data(output)] { std::fill_n(OnDevice(data) + 16, 16, 3); });
  ASSERT_TRUE(device_->Synchronize(stream_).ok());
  std::vector<int32_t> expected(32, 9);
  std::fill_n(expected.begin() + 16, 16, 3);
  EXPECT_EQ(device_->Read<int32_t>(output, 32), expected);
  device_->Deallocate(&output);
  device_->Deallocate(&input);
}

// Tensors that share memory share a copy: the work reads a part of what it updates.
TEST_F(CopyOnlyTest, WhatOverlapsIsOneCopy) {
  std::vector<int32_t> values(48);
  std::iota(values.begin(), values.end(), 0);
  SP_DeviceMemoryBase memory = Filled(values);
  const Stream op = StreamOfOp(
      stream_, "Overlap",
      {Integers(Use::kUpdated, Data(memory) + 8, 24), Integers(Use::kRead, Data(memory) + 16, 32)});
  op.Enqueue(kLong, [data = Data(memory)] {
    OnDevice(data + 8)[0] = -1;
    OnDevice(data + 16)[1] = -2;
    EXPECT_EQ(OnDevice(data + 8)[9], -2);
    EXPECT_EQ(OnDevice(data + 16)[31], 47);
  });
  ASSERT_TRUE(device_->Synchronize(stream_).ok());
  values[8] = -1;
  values[17] = -2;
  EXPECT_EQ(device_->Read<int32_t>(memory, values.size()), values);
  device_->Deallocate(&memory);
}

// Another stream may write it meanwhile: a tensor in a part of the memory that the work reads.
TEST_F(CopyOnlyTest, WhatIsOnlyReadIsNotWrittenBack) {
  if (!spec_facts::kAsynchronousStreams) GTEST_SKIP() << "a synchronous stream waits for its work";
  SP_DeviceMemoryBase memory = Filled(std::vector<int32_t>(32, 1));
  SP_DeviceMemoryBase second = memory;
  second.opaque = Data(memory) + 16;
  SP_Stream other = device_->CreateStream();
  const std::vector<int32_t> twos(16, 2);
  const Stream op = StreamOfOp(
      stream_, "Add",
      {Integers(Use::kRead, Data(memory), 32), Integers(Use::kUpdated, Data(memory), 16)});
  std::promise<void> begun;
  std::promise<void> copied;
  op.Enqueue(kLong, [&, data = Data(memory)] {
    begun.set_value();
    copied.get_future().wait();
    for (int i = 0; i < 16; ++i) OnDevice(data)[i] += OnDevice(data)[i + 16];
  });
  begun.get_future().wait();
  // Not TensorFlow's copy, which waits for the device's other streams.
  ASSERT_TRUE(driver::CopyToDevice(other->stream->queue(), second.opaque, twos.data(),
                                   twos.size() * sizeof(int32_t))
                  .ok());
  ASSERT_TRUE(driver::Synchronize(other->stream->queue()).ok());
  copied.set_value();
  ASSERT_TRUE(device_->Synchronize(stream_).ok());
  EXPECT_EQ(device_->Read<int32_t>(memory, 32), std::vector<int32_t>(32, 2));
  device_->DestroyStream(other);
  device_->Deallocate(&memory);
}

TEST_F(CopyOnlyTest, HostMemoryIsUsedAsItIs) {
  SP_DeviceMemoryBase output = Filled({0});
  const auto input = std::make_unique<int32_t>(5);
  const Stream op =
      StreamOfOp(stream_, "Host",
                 {Integers(Use::kRead, input.get(), 1), Integers(Use::kWritten, Data(output), 1)});
  const std::vector<int32_t> owned{7};
  op.Enqueue(kLong, [to = Data(output), from = input.get(), owned] {
    EXPECT_EQ(OnDevice(from), from);
    EXPECT_EQ(OnDevice(owned.data()), owned.data());
    *OnDevice(to) = *OnDevice(from) + owned[0];
  });
  ASSERT_TRUE(device_->Synchronize(stream_).ok());
  EXPECT_EQ(device_->Read<int32_t>(output, 1), std::vector<int32_t>{12});
  device_->Deallocate(&output);
}

// As on the device, a piece of work ends before the next one starts, whoever enqueued them.
TEST_F(CopyOnlyTest, UpdatesOfSeveralThreadsAreAllKept) {
  constexpr int kThreads = 4;
  constexpr int kUpdates = 200;
  SP_DeviceMemoryBase memory = Filled(std::vector<int32_t>(1000, 0));
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (int update = 0; update < kUpdates; ++update) {
        StreamOfOp(stream_, memory).Enqueue(1, [data = Data(memory)] {
          for (int j = 0; j < 1000; ++j) ++OnDevice(data)[j];
        });
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  ASSERT_TRUE(device_->Synchronize(stream_).ok());
  EXPECT_EQ(device_->Read<int32_t>(memory, 1000), std::vector<int32_t>(1000, kThreads * kUpdates));
  device_->Deallocate(&memory);
}

TEST_F(CopyOnlyTest, WorkMayEnqueueWorkBehindItself) {
  SP_DeviceMemoryBase memory = Filled({1});
  const Stream op = StreamOfOp(stream_, memory);
  op.Enqueue(kLong, [op, data = Data(memory)] {
    op.Enqueue(1, [data] { *OnDevice(data) *= 10; });
    *OnDevice(data) += 1;
  });
  ASSERT_TRUE(device_->Synchronize(stream_).ok());  // maybe of the first only
  ASSERT_TRUE(device_->Synchronize(stream_).ok());
  EXPECT_EQ(device_->Read<int32_t>(memory, 1), std::vector<int32_t>{20});
  device_->Deallocate(&memory);
}

// It tries to allocate more than it needs, which may fail.
TEST_F(CopyOnlyTest, HostMemoryThatSufficesIsEnough) {
  constexpr size_t kMiB = size_t{1} << 18;  // in integers
  SP_DeviceMemoryBase memory = Filled(std::vector<int32_t>(4 * kMiB, 1));
  for (const size_t count : {2 * kMiB, 3 * kMiB, 4 * kMiB}) {
    const Stream op = StreamOfOp(stream_, "Double", {Integers(Use::kUpdated, Data(memory), count)});
    most_host_memory = count == 4 * kMiB ? (4 << 20) - 1 : (3 << 20) + 4096;
    op.Enqueue(1, [data = Data(memory), count] {
      for (size_t i = 0; i < count; ++i) OnDevice(data)[i] *= 2;
    });
    most_host_memory = SIZE_MAX;
    const Status status = op.Wait();
    if (count < 4 * kMiB) {
      EXPECT_TRUE(status.ok()) << status.message();
    } else {
      EXPECT_EQ(status.code(), TF_RESOURCE_EXHAUSTED);
    }
  }
  std::vector<int32_t> expected(4 * kMiB, 1);
  std::fill_n(expected.begin(), 3 * kMiB, 2);
  std::fill_n(expected.begin(), 2 * kMiB, 4);
  EXPECT_EQ(device_->Read<int32_t>(memory, 4 * kMiB), expected);
  device_->Deallocate(&memory);
}

// The device itself copies the old value of a variable, and only if the new one was not computed.
TEST_F(CopyOnlyTest, AnOldValueNeedsNoHostMemory) {
  constexpr size_t kCount = size_t{1} << 20;
  SP_DeviceMemoryBase old = Filled(std::vector<int32_t>(kCount, 3));
  SP_DeviceMemoryBase next = Filled(std::vector<int32_t>(kCount, 5));
  SP_DeviceMemoryBase computed = Filled({0});
  for (const bool fails : {false, true}) {
    StreamOfOp(stream_, "Compute", {Integers(Use::kWritten, Data(computed), 1)})
        .Enqueue(kLong, [fails]() -> Status {
          return fails ? errors::OutOfRange("index 7 is not in [0, 4)") : Status();
        });
    const Stream op = StreamOfOp(
        stream_, "Update",
        {Integers(Use::kRead, Data(old), kCount), Integers(Use::kRead, Data(computed), 1),
         Integers(Use::kWritten, Data(next), kCount)});
    op.memory()->SetReplacement(next.opaque, old.opaque, next.size);
    most_host_memory = 4096;
    EXPECT_TRUE(op.EnqueueCheck().ok());
    most_host_memory = SIZE_MAX;
    EXPECT_EQ(op.Wait().code(), fails ? TF_OUT_OF_RANGE : TF_OK);
    driver::Synchronize(stream_->stream->queue()).IgnoreError();
    std::vector<int32_t> found(kCount);
    ASSERT_TRUE(
        driver::CopyToHost(stream_->stream->queue(), found.data(), next.opaque, next.size).ok());
    ASSERT_TRUE(driver::Synchronize(stream_->stream->queue()).ok());
    EXPECT_EQ(found, std::vector<int32_t>(kCount, fails ? 3 : 5));
  }
  device_->Write(next, std::vector<int32_t>(kCount, 0));  // other tests find no error there
  device_->Write(computed, std::vector<int32_t>{0});
  device_->Deallocate(&old);
  device_->Deallocate(&next);
  device_->Deallocate(&computed);
}

TEST_F(CopyOnlyTest, WorkMayEnqueueWorkWhileItsThreadWaits) {
  SP_DeviceMemoryBase memory = Filled({1});
  // That nothing is copied for it first: a thread that waited for that would run the work itself.
  const Stream op = StreamOfOp(stream_, "Writes", {Integers(Use::kWritten, Data(memory), 1)});
  EnqueueBehindOthers(stream_, [op, data = Data(memory)] {
    op.Enqueue(kLong, [op, data] {
      op.Enqueue(1, [data] { *OnDevice(data) *= 10; });
      *OnDevice(data) = 2;
    });
  });
  ASSERT_TRUE(device_->Synchronize(stream_).ok());  // maybe of the first only
  ASSERT_TRUE(device_->Synchronize(stream_).ok());
  EXPECT_EQ(device_->Read<int32_t>(memory, 1), std::vector<int32_t>{20});
  device_->Deallocate(&memory);
}

// There is no copy of such memory.
TEST_F(CopyOnlyTest, MemoryThatTheOpHasNotNamedIsAnError) {
  SP_DeviceMemoryBase memory = Filled({1});
  SP_DeviceMemoryBase unknown = Filled({2});
  const Stream op = StreamOfOp(stream_, memory);
  op.Enqueue(kLong, [from = Data(unknown), to = Data(memory)] { *OnDevice(to) = *OnDevice(from); });
  const Status status = op.Wait();
  EXPECT_EQ(status.code(), TF_INTERNAL);
  EXPECT_NE(status.message().find("MyOp: work uses device memory"), std::string::npos)
      << status.message();
  device_->Deallocate(&memory);
  device_->Deallocate(&unknown);
}

// Work that is enqueued while the copies of other work are still to be made.
TEST_F(CopyOnlyTest, TheHostRunsAheadWithoutWaiting) {
  constexpr size_t kMost = size_t{1} << 20;  // integers
  SP_DeviceMemoryBase memory = device_->Allocate(kMost * sizeof(int32_t));
  ASSERT_NE(memory.opaque, nullptr);
  device_->Write(memory, std::vector<int32_t>(kMost, 1));
  {
    std::optional<Gate> gate;  // a synchronous stream would wait for it
    if (spec_facts::kAsynchronousStreams) gate.emplace(device_.get(), stream_);
    for (const size_t count : {size_t{1}, kMost / 8, size_t{2}, kMost, size_t{3}, kMost / 2}) {
      const Stream op =
          StreamOfOp(stream_, "Double", {Integers(Use::kUpdated, Data(memory), count)});
      op.Enqueue(1, [data = Data(memory), count] {
        int32_t* const values = OnDevice(data);
        for (size_t i = 0; i < count; ++i) values[i] *= 2;
      });
    }
  }
  ASSERT_TRUE(device_->Synchronize(stream_).ok());
  std::vector<int32_t> expected(kMost, 2);
  std::fill_n(expected.begin(), kMost / 2, 4);
  std::fill_n(expected.begin(), kMost / 8, 8);
  expected[2] = 16;
  expected[1] = 32;
  expected[0] = 64;
  EXPECT_EQ(device_->Read<int32_t>(memory, kMost), expected);
  device_->Deallocate(&memory);
}

}  // namespace
}  // namespace pluggable::tests
