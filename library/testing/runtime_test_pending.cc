// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Device memory while work is pending: what is freed, what is short, and what is copied.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "pluggable/on_device.h"
#include "pluggable/stream.h"
#include "pluggable/tensor.h"

#include "driver/driver.h"
#include "plugin/features/memory.h"
#include "runtime_test_host.h"
#include "runtime_test_memory.h"

namespace pluggable::tests {
namespace {

// TensorFlow frees a tensor when the Compute that used it has returned: too early for the device.
TEST_F(MemoryTest, IsNotReusedWhileWorkIsPending) {
  if (features::kPluginAllocator) GTEST_SKIP() << "it is, in the order of the stream";
  constexpr uint64_t kSize = 1 << 20;
  SP_DeviceMemoryBase used = device_->Allocate(kSize);
  const auto begin = reinterpret_cast<uintptr_t>(used.opaque);
  std::vector<uint8_t> result(kSize);
  const std::vector<uint8_t> bytes = Pattern(kSize);
  device_->Write(used, bytes);
  Gate gate(device_.get(), stream_);
  ASSERT_TRUE(device_->CopyToHost(stream_, result.data(), used, kSize).ok());
  device_->Deallocate(&used);
  std::vector<SP_DeviceMemoryBase> others;
  for (int i = 0; i < 40; ++i) {
    others.push_back(device_->Allocate(kSize));
    const auto other = reinterpret_cast<uintptr_t>(others.back().opaque);
    ASSERT_NE(other, 0u);
    EXPECT_TRUE(other >= begin + kSize || other + kSize <= begin);
  }
  gate.Open();
  ASSERT_TRUE(device_->Synchronize(stream_).ok());
  EXPECT_EQ(result, bytes);
  for (SP_DeviceMemoryBase& memory : others) device_->Deallocate(&memory);
}

// What uses it next is enqueued behind the work.
TEST_F(MemoryTest, OfThePluginsAllocatorIsReusedInStreamOrder) {
  if (!features::kPluginAllocator) GTEST_SKIP() << "TensorFlow's allocator does it";
  constexpr uint64_t kSize = 1 << 16;
  SP_DeviceMemoryBase first = device_->Allocate(kSize);
  const void* const address = first.opaque;
  const Gate gate(device_.get(), stream_);
  device_->Deallocate(&first);
  SP_DeviceMemoryBase second = device_->Allocate(kSize);
  EXPECT_EQ(second.opaque, address);
  device_->Deallocate(&second);
}

// The plugin's allocator returns chunks to the driver, to allocate a larger one.
TEST_F(MemoryTest, OfSeveralBlocksIsUsedUntilItsWorkEnds) {
  const auto block = static_cast<uint64_t>(FreeBytes()) / 8 / 4096 * 4096;
  if (driver::Properties(0).largest_allocation < 6 * block)
    GTEST_SKIP() << "no block is that large";
  const std::vector<uint8_t> pattern = Pattern(4096);
  std::vector<SP_DeviceMemoryBase> blocks;
  for (int i = 0; i < 7; ++i) {
    blocks.push_back(device_->Allocate(block));
    ASSERT_NE(blocks.back().opaque, nullptr);
    device_->Write(blocks.back(), pattern);
  }
  std::vector<std::vector<uint8_t>> read(blocks.size(), std::vector<uint8_t>(pattern.size()));
  Gate gate(device_.get(), stream_);
  for (size_t i = 0; i < blocks.size(); ++i) {
    EXPECT_TRUE(device_->CopyToHost(stream_, read[i].data(), blocks[i], pattern.size()).ok());
    device_->Deallocate(&blocks[i]);
  }
  std::thread opener([&gate] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    gate.Open();
  });
  SP_DeviceMemoryBase all = device_->Allocate(6 * block);
  opener.join();
  EXPECT_NE(all.opaque, nullptr);
  EXPECT_TRUE(device_->Synchronize(stream_).ok());
  for (const std::vector<uint8_t>& bytes : read) EXPECT_EQ(bytes, pattern);
  device_->Deallocate(&all);
}

// Memory that pending work will give back is waited for, rather than reported as missing.
TEST_F(MemoryTest, WaitsForMemoryThatIsOnItsWayBack) {
  // All but what the driver itself may need: CUDA 13 did not give the last of 140 GiB.
  const uint64_t most = static_cast<uint64_t>(FreeBytes()) / 10 * 9 / 4096 * 4096;
  if (driver::Properties(0).largest_allocation < most) GTEST_SKIP() << "no block is that large";
  SP_DeviceMemoryBase all = device_->Allocate(most);
  ASSERT_NE(all.opaque, nullptr);
  Gate gate(device_.get(), stream_);
  device_->Deallocate(&all);
  std::thread opener([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    gate.Open();
  });
  all = device_->Allocate(most);
  EXPECT_NE(all.opaque, nullptr);
  opener.join();
  device_->Deallocate(&all);
}

// A thread that comes while another already waits for all that is pending gets its share too.
TEST_F(MemoryTest, ManyThreadsMayWaitForMemory) {
  const uint64_t half = static_cast<uint64_t>(FreeBytes()) / 10 * 9 / 8192 * 4096;
  if (driver::Properties(0).largest_allocation < half) GTEST_SKIP() << "no block is that large";
  for (int round = 0; round < 5; ++round) {
    SP_DeviceMemoryBase held[] = {device_->Allocate(half), device_->Allocate(half)};
    Gate gate(device_.get(), stream_);
    for (SP_DeviceMemoryBase& memory : held) {
      ASSERT_NE(memory.opaque, nullptr);
      device_->Deallocate(&memory);
    }
    std::vector<std::thread> threads;
    for (SP_DeviceMemoryBase& memory : held) {
      threads.emplace_back([&] { memory = device_->Allocate(half); });
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    gate.Open();
    for (std::thread& thread : threads) thread.join();
    for (SP_DeviceMemoryBase& memory : held) {
      EXPECT_NE(memory.opaque, nullptr);
      device_->Deallocate(&memory);
    }
  }
}

// The copy of a function's constant, whose memory was that of a tensor that the host has dropped.
TEST_F(MemoryTest, ACopyToTheDeviceComesAfterPendingWork) {
  constexpr size_t kCount = 64;
  constexpr uint64_t kBytes = kCount * sizeof(float);
  const std::vector<float> ones(kCount, 1.0f);
  SP_Stream other = device_->CreateStream();
  SP_DeviceMemoryBase memory = device_->Allocate(kBytes);
  for (int times = 0; times < 10; ++times) {
    Gate gate(device_.get(), stream_);
    StreamOfOp(stream_, memory).Enqueue(kLong, [to = static_cast<float*>(memory.opaque)] {
      std::fill_n(OnDevice(to), kCount, 7.0f);
    });
    EXPECT_TRUE(device_->CopyToDevice(other, memory, ones.data(), kBytes).ok());
    gate.Open();
    EXPECT_TRUE(device_->SynchronizeAll().ok());
    EXPECT_EQ(device_->Read<float>(memory, kCount), ones);
  }
  device_->Deallocate(&memory);
  device_->DestroyStream(other);
}

// A tensor whose memory goes back to an allocator with a lock.
Tensor LockedTensor(std::mutex* lock) {
  const int64_t size = 1;
  static float element;
  const auto free = [](void*, size_t, void* allocator) {
    std::lock_guard<std::mutex> held(*static_cast<std::mutex*>(allocator));
  };
  return Tensor(TF_NewTensor(TF_FLOAT, &size, 1, &element, sizeof(element), free, lock));
}

// TensorFlow's BFC allocator asks for a region with its lock held. What the plugin then waits for
// must not need the lock.
class ShortMemoryTest : public DeviceTest {
 protected:
  // Allocates with the lock held what is there once pending work is done.
  bool AllocateWithLock(std::mutex* lock, SP_DeviceMemoryBase* large, uint64_t size) {
    std::lock_guard<std::mutex> held(*lock);
    device_->Deallocate(large);
    *large = device_->Allocate(size);
    return large->opaque != nullptr;
  }

  // All but a little of the device's memory.
  SP_DeviceMemoryBase TakeMost(uint64_t* size) {
    int64_t free = 0;
    int64_t total = 0;
    EXPECT_TRUE(device_->executor()->device_memory_usage(device_->device(), &free, &total));
    for (*size = static_cast<uint64_t>(free); *size > 0; *size = *size / 16 * 15) {
      const SP_DeviceMemoryBase memory = device_->Allocate(*size);
      if (memory.opaque != nullptr) return memory;
    }
    return {};
  }
};

TEST_F(ShortMemoryTest, WorkMayOwnTensors) {
  uint64_t size = 0;
  SP_DeviceMemoryBase large = TakeMost(&size);
  ASSERT_NE(large.opaque, nullptr);
  static std::mutex lock;  // a thread of its own frees the tensor, maybe after the test
  const Stream op(stream_, "Owner");
  op.Enqueue(kLong, [owned = LockedTensor(&lock)] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  });
  op.Enqueue(kLong, [] { std::this_thread::sleep_for(std::chrono::milliseconds(20)); });
  EXPECT_TRUE(AllocateWithLock(&lock, &large, size)) << "what is freed soon is not waited for";
  EXPECT_TRUE(device_->Synchronize(stream_).ok());
  device_->Deallocate(&large);
}

TEST_F(ShortMemoryTest, AFunctionOnTheStreamMayWantTheLock) {
  uint64_t size = 0;
  SP_DeviceMemoryBase large = TakeMost(&size);
  ASSERT_NE(large.opaque, nullptr);
  std::mutex lock;
  device_->Call(stream_, [&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    std::lock_guard<std::mutex> held(lock);
  });
  AllocateWithLock(&lock, &large, size);  // need not succeed, but returns
  EXPECT_TRUE(device_->Synchronize(stream_).ok());
  device_->Deallocate(&large);
}

}  // namespace
}  // namespace pluggable::tests
