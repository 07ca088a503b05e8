// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Device memory: allocation, statistics, copies, fills.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <numeric>
#include <thread>
#include <vector>

#include "driver/driver.h"
#include "plugin/spec_facts.h"
#include "runtime_test_host.h"
#include "runtime_test_memory.h"

namespace pluggable::tests {
namespace {

TEST_F(MemoryTest, IsAligned) {
  std::vector<SP_DeviceMemoryBase> all;
  for (const uint64_t size : {1, 3, 255, 256, 257, 4096, 100000}) {
    all.push_back(device_->Allocate(size));
    ASSERT_NE(all.back().opaque, nullptr);
    EXPECT_EQ(all.back().size, size);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(all.back().opaque) % spec_facts::kMemoryAlignment, 0u);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(all.back().opaque) % 256, 0u);
  }
  for (SP_DeviceMemoryBase& memory : all) {
    device_->Deallocate(&memory);
    EXPECT_EQ(memory.opaque, nullptr);
  }
  device_->Deallocate(&all.front());  // nothing
}

TEST_F(MemoryTest, HostMemoryIsAligned) {
  const SP_StreamExecutor* executor = device_->executor();
  for (const uint64_t size : {1, 64, 1000, 1 << 20}) {
    void* memory = executor->host_memory_allocate(device_->device(), size);
    ASSERT_NE(memory, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % 256, 0u);
    std::memset(memory, 1, size);
    EXPECT_EQ(driver::DeviceOf(memory), -1);
    executor->host_memory_deallocate(device_->device(), memory);
  }
  EXPECT_EQ(executor->host_memory_allocate(device_->device(), UINT64_MAX), nullptr);
}

TEST_F(MemoryTest, CopiesOfManySizes) {
  constexpr uint64_t kLargest = 5 << 20;
  SP_DeviceMemoryBase first = device_->Allocate(kLargest + 512);
  SP_DeviceMemoryBase second = device_->Allocate(kLargest + 512);
  ASSERT_NE(first.opaque, nullptr);
  ASSERT_NE(second.opaque, nullptr);
  const std::vector<uint8_t> bytes = Pattern(kLargest);
  for (const uint64_t size : {uint64_t{0}, uint64_t{1}, uint64_t{7}, uint64_t{4096},
                              uint64_t{65536}, uint64_t{65537}, uint64_t{3} << 20, kLargest}) {
    for (const uint64_t offset : {0, 1, 300}) {
      std::vector<uint8_t> result(size + 1, 0xee);
      ASSERT_TRUE(device_->CopyToDevice(stream_, Part(first, offset), bytes.data(), size).ok());
      ASSERT_TRUE(
          device_->CopyOnDevice(stream_, Part(second, offset), Part(first, offset), size).ok());
      ASSERT_TRUE(device_->CopyToHost(stream_, result.data(), Part(second, offset), size).ok());
      ASSERT_TRUE(device_->Synchronize(stream_).ok());
      ASSERT_TRUE(
          std::equal(bytes.begin(), bytes.begin() + static_cast<int64_t>(size), result.begin()))
          << size << " bytes from " << offset;
      ASSERT_EQ(result[size], 0xee);
    }
  }
  device_->Deallocate(&first);
  device_->Deallocate(&second);
}

TEST_F(MemoryTest, SynchronousCopies) {
  SP_DeviceMemoryBase first = device_->Allocate(4000);
  SP_DeviceMemoryBase second = device_->Allocate(4000);
  std::vector<int32_t> values(1000);
  std::iota(values.begin(), values.end(), -500);
  device_->Write(first, values);
  TfStatus status;
  device_->executor()->sync_memcpy_dtod(device_->device(), &second, &first, 4000, status.get());
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(device_->Read<int32_t>(second, 1000), values);
  device_->Deallocate(&first);
  device_->Deallocate(&second);
}

TEST_F(MemoryTest, Fills) {
  constexpr uint64_t kSize = 300000;  // more than is filled at once
  const SP_StreamExecutor* executor = device_->executor();
  SP_DeviceMemoryBase memory = device_->Allocate(kSize);
  TfStatus status;
  executor->memset(device_->device(), stream_, &memory, 0x5a, kSize, status.get());
  ASSERT_TRUE(status.ok()) << status.message();
  SP_DeviceMemoryBase middle = Part(memory, 402);  // aligned to less than a pattern
  executor->memset32(device_->device(), stream_, &middle, 0x01020304, 1000, status.get());
  ASSERT_TRUE(status.ok()) << status.message();
  SP_DeviceMemoryBase rest = Part(memory, 2001);
  executor->mem_zero(device_->device(), stream_, &rest, kSize - 2001, status.get());
  ASSERT_TRUE(status.ok()) << status.message();
  ASSERT_TRUE(device_->Synchronize(stream_).ok());
  std::vector<uint8_t> expected(kSize, 0);
  std::fill_n(expected.begin(), 2001, uint8_t{0x5a});
  for (size_t i = 402; i < 1402; i += 4) {
    for (size_t b = 0; b < 4; ++b) expected[i + b] = static_cast<uint8_t>(4 - b);
  }
  EXPECT_EQ(device_->Read<uint8_t>(memory, kSize), expected);
  executor->memset32(device_->device(), stream_, &memory, 1, 1001, status.get());
  EXPECT_EQ(status.code(), TF_INVALID_ARGUMENT);
  device_->Deallocate(&memory);
}

TEST_F(MemoryTest, NothingIsEasilyCopiedAndFilled) {
  SP_DeviceMemoryBase nothing{SP_DEVICE_MEMORY_BASE_STRUCT_SIZE, nullptr, nullptr, 0, 0};
  TfStatus status;
  device_->executor()->mem_zero(device_->device(), stream_, &nothing, 0, status.get());
  EXPECT_TRUE(status.ok()) << status.message();
  device_->executor()->memset32(device_->device(), stream_, &nothing, 1, 0, status.get());
  EXPECT_TRUE(status.ok()) << status.message();
  EXPECT_TRUE(device_->CopyToDevice(stream_, nothing, nullptr, 0).ok());
  EXPECT_TRUE(device_->CopyOnDevice(stream_, nothing, nothing, 0).ok());
  EXPECT_TRUE(device_->CopyToHost(stream_, nullptr, nothing, 0).ok());
  EXPECT_TRUE(device_->Synchronize(stream_).ok());
}

TEST_F(MemoryTest, DevicesHaveAddressesOfTheirOwn) {
  if (Host::Get().device_count() < 2) GTEST_SKIP() << "there is one device only";
  const std::unique_ptr<HostDevice> other = Host::Get().Create(1);
  SP_DeviceMemoryBase here = device_->Allocate(4096);
  SP_DeviceMemoryBase there = other->Allocate(4096);
  EXPECT_EQ(driver::DeviceOf(here.opaque), 0);
  EXPECT_EQ(driver::DeviceOf(there.opaque), 1);
  EXPECT_EQ(driver::DeviceOf(static_cast<uint8_t*>(there.opaque) + 4095), 1);
  std::vector<int32_t> values(1024);
  std::iota(values.begin(), values.end(), 0);
  device_->Write(here, values);
  other->Write(there, std::vector<int32_t>(1024, -1));
  ASSERT_TRUE(device_->CopyOnDevice(stream_, there, here, 4096).ok());
  ASSERT_TRUE(device_->Synchronize(stream_).ok());
  EXPECT_EQ(other->Read<int32_t>(there, 1024), values);
  device_->Deallocate(&here);
  other->Deallocate(&there);
}

TEST_F(MemoryTest, CanRunOut) {
  const int64_t free = FreeBytes();
  SP_DeviceMemoryBase too_much = device_->Allocate(static_cast<uint64_t>(free) + 1);
  EXPECT_EQ(too_much.opaque, nullptr);
  EXPECT_EQ(too_much.size, 0u);
  EXPECT_EQ(device_->Allocate(UINT64_MAX).opaque, nullptr);
  std::vector<SP_DeviceMemoryBase> blocks;
  const auto block = static_cast<uint64_t>(free) / 8 / 4096 * 4096;
  while (true) {
    blocks.push_back(device_->Allocate(block));
    if (blocks.back().opaque == nullptr) break;
    ASSERT_LT(blocks.size(), 20u);
  }
  blocks.pop_back();
  EXPECT_GE(blocks.size(), 7u) << "the last bytes may be the driver's own";
  for (SP_DeviceMemoryBase& memory : blocks) device_->Deallocate(&memory);
  if (driver::Properties(0).largest_allocation < 6 * block) return;
  SP_DeviceMemoryBase again = device_->Allocate(6 * block);
  EXPECT_NE(again.opaque, nullptr) << "freed neighbours make one block";
  device_->Deallocate(&again);
}

TEST_F(MemoryTest, CountsTruly) {
  const SP_AllocatorStats before = device_->Stats();
  SP_DeviceMemoryBase small = device_->Allocate(1000);
  SP_DeviceMemoryBase large = device_->Allocate(1 << 20);
  const SP_AllocatorStats during = device_->Stats();
  EXPECT_EQ(during.num_allocs, before.num_allocs + 2);
  EXPECT_EQ(during.bytes_in_use, before.bytes_in_use + 1000 + (1 << 20));
  EXPECT_GE(during.peak_bytes_in_use, during.bytes_in_use);
  EXPECT_GE(during.largest_alloc_size, 1 << 20);
  EXPECT_GE(during.bytes_reserved, during.bytes_in_use);
  EXPECT_TRUE(during.has_bytes_limit);
  EXPECT_EQ(during.bytes_limit, static_cast<int64_t>(driver::Properties(0).memory_capacity));
  device_->Deallocate(&small);
  device_->Deallocate(&large);
  const SP_AllocatorStats after = device_->Stats();
  EXPECT_EQ(after.bytes_in_use, before.bytes_in_use);
  EXPECT_EQ(after.peak_bytes_in_use, during.peak_bytes_in_use);
  EXPECT_GT(after.largest_free_block_bytes, 0);
}

TEST_F(MemoryTest, ManyThreadsMayAllocate) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([this, t] {
      std::vector<SP_DeviceMemoryBase> mine;
      for (int i = 0; i < 200; ++i) {
        mine.push_back(device_->Allocate(static_cast<uint64_t>(256 + (i * 37 + t * 11) % 5000)));
        EXPECT_NE(mine.back().opaque, nullptr);
        if (i % 3 == 0) {
          device_->Deallocate(&mine[mine.size() / 2]);
        }
      }
      for (SP_DeviceMemoryBase& memory : mine) device_->Deallocate(&memory);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(device_->Stats().bytes_in_use, 0);
}

}  // namespace
}  // namespace pluggable::tests
