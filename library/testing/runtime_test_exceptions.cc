// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// No exception may pass into TensorFlow, which is compiled without exceptions. Each allocation of a
// callback fails here, one at a time. Only with the reference driver, since the allocations of a
// vendor's library cannot be controlled.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <new>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "runtime/device.h"
#include "runtime_test_host.h"

namespace {

// The number of allocations of this thread that succeed before one fails; -1: all.
thread_local int allocations_left = -1;

}  // namespace

// The process's own, in place of the C++ library's.
void* operator new(std::size_t size) {
  if (allocations_left >= 0 && allocations_left-- == 0) throw std::bad_alloc();
  void* const memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
// std::stable_sort allocates by this form. The address sanitizer's own would reject free().
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  try {
    return operator new(size);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace pluggable::tests {
namespace {

// Repeats the callback until no allocation fails.
void FailEachAllocation(const char* callback, const std::function<void()>& call) {
  constexpr int kMost = 200;
  for (int left = 0; left < kMost; ++left) {
    bool passes = false;
    allocations_left = left;
    try {
      call();
    } catch (...) {
      passes = true;
    }
    const bool has_failed = allocations_left < 0;
    allocations_left = -1;
    EXPECT_FALSE(passes) << callback << ", allocation " << left;
    if (!has_failed) return;
  }
  ADD_FAILURE() << callback << " never succeeds";
}

using ExceptionTest = DeviceTest;

TEST_F(ExceptionTest, NoneOfACallbackPassesIntoTensorFlow) {
  constexpr uint64_t kBytes = 256;
  const SP_StreamExecutor& executor = *device_->executor();
  const SP_Device* const device = device_->device();
  std::array<char, kBytes> host{};
  TfStatus status;
  SP_DeviceMemoryBase memory = device_->Allocate(kBytes);
  const SP_Event event = device_->CreateEvent();
  const SP_Stream other = device_->CreateStream();
  ASSERT_TRUE(device_->Record(stream_, event).ok());

  FailEachAllocation("allocate", [&] {
    SP_DeviceMemoryBase block{};
    executor.allocate(device, kBytes, 0, &block);
    if (block.opaque != nullptr) executor.deallocate(device, &block);
  });
  FailEachAllocation("host_memory_allocate", [&] {
    void* const block = executor.host_memory_allocate(device, kBytes);
    if (block != nullptr) executor.host_memory_deallocate(device, block);
  });
  FailEachAllocation("device_memory_usage", [&] {
    int64_t free = 0;
    int64_t total = 0;
    executor.device_memory_usage(device, &free, &total);
  });
  FailEachAllocation("create_stream", [&] {
    SP_Stream stream = nullptr;
    executor.create_stream(device, &stream, status.get());
    if (status.ok()) executor.destroy_stream(device, stream);
  });
  FailEachAllocation("create_stream_dependency", [&] {
    executor.create_stream_dependency(device, other, stream_, status.get());
  });
  FailEachAllocation("create_event", [&] {
    SP_Event created = nullptr;
    executor.create_event(device, &created, status.get());
    if (status.ok()) executor.destroy_event(device, created);
  });
  FailEachAllocation("record_event",
                     [&] { executor.record_event(device, stream_, event, status.get()); });
  FailEachAllocation("get_event_status", [&] { executor.get_event_status(device, event); });
  FailEachAllocation("wait_for_event",
                     [&] { executor.wait_for_event(device, other, event, status.get()); });
  FailEachAllocation("memcpy_dtoh", [&] {
    executor.memcpy_dtoh(device, stream_, host.data(), &memory, kBytes, status.get());
  });
  FailEachAllocation("memcpy_htod", [&] {
    executor.memcpy_htod(device, stream_, &memory, host.data(), kBytes, status.get());
  });
  FailEachAllocation("mem_zero",
                     [&] { executor.mem_zero(device, stream_, &memory, kBytes, status.get()); });
  FailEachAllocation("host_callback", [&] {
    executor.host_callback(
        device, stream_, [](void*, TF_Status*) {}, nullptr);
  });
  FailEachAllocation("get_device_count", [&] {
    int count = 0;
    Host::Get().fns().get_device_count(&Host::Get().platform(), &count, status.get());
  });
  FailEachAllocation("block_host_until_done",
                     [&] { executor.block_host_until_done(device, stream_, status.get()); });

  while (!device_->SynchronizeAll().ok()) {
  }
  // When memory is short, allocations wait for TensorFlow's functions on streams if there are any.
  EXPECT_FALSE(static_cast<runtime::Device*>(device->device_handle)->HasHostCalls());
  device_->DestroyStream(other);
  device_->DestroyEvent(event);
  device_->Deallocate(&memory);
}

// TensorFlow's event manager assumes that work before a complete event is done, and ignores errors
// of recording it.
TEST_F(ExceptionTest, AnEventThatCannotBeRecordedIsNotCompleteTooEarly) {
  if (!spec_facts::kAsynchronousStreams) GTEST_SKIP() << "nothing is ever pending";
  const SP_Event event = device_->CreateEvent();
  bool has_failed = false;
  FailEachAllocation("record_event", [&] {
    const int left = std::exchange(allocations_left, -1);
    TfStatus status;
    ASSERT_TRUE(device_->Record(stream_, event).ok());
    ASSERT_TRUE(device_->BlockOn(event).ok());
    Gate gate(device_.get(), stream_);
    allocations_left = left;
    device_->executor()->record_event(device_->device(), stream_, event, status.get());
    const int left_then = std::exchange(allocations_left, -1);
    has_failed = has_failed || !status.ok();
    EXPECT_EQ(device_->Query(event), SE_EVENT_PENDING) << "allocation " << left;
    gate.Open();
    ASSERT_TRUE(device_->BlockOn(event).ok());
    EXPECT_EQ(device_->Query(event), SE_EVENT_COMPLETE) << "allocation " << left;
    allocations_left = left_then;
  });
  EXPECT_TRUE(has_failed);
  device_->DestroyEvent(event);
}

// TensorFlow frees the memory of a copy that has failed.
TEST_F(ExceptionTest, ACopyThatFailsIsOver) {
  if (!spec_facts::kAsynchronousStreams)
    GTEST_SKIP() << "a synchronous stream waits for its copies";
  constexpr size_t kCount = size_t{1} << 20;
  SP_DeviceMemoryBase memory = device_->Allocate(kCount);
  device_->Write(memory, std::vector<char>(kCount, 1));
  const SP_StreamExecutor& executor = *device_->executor();
  for (const bool is_synchronous : {false, true}) {
    std::vector<char> host(kCount);
    TfStatus status;
    bool has_failed = false;
    FailEachAllocation(is_synchronous ? "sync_memcpy_dtoh" : "memcpy_dtoh", [&] {
      const int left = std::exchange(allocations_left, -1);
      Gate gate(device_.get(), stream_);
      std::thread opener([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        gate.Open();
      });
      allocations_left = left;
      if (is_synchronous) {
        executor.sync_memcpy_dtoh(device_->device(), host.data(), &memory, kCount, status.get());
      } else {
        executor.memcpy_dtoh(device_->device(), stream_, host.data(), &memory, kCount,
                             status.get());
      }
      const int left_then = std::exchange(allocations_left, -1);
      has_failed = has_failed || !status.ok();
      if (!status.ok()) host.assign(kCount, 7);
      opener.join();
      while (!device_->SynchronizeAll().ok()) {
      }
      EXPECT_EQ(std::count(host.begin(), host.end(), status.ok() ? 1 : 7),
                static_cast<std::ptrdiff_t>(kCount))
          << "allocation " << left;
      allocations_left = left_then;
    });
    EXPECT_TRUE(has_failed);
  }
  device_->Deallocate(&memory);
}

TEST(DeviceExceptionTest, NoneOfCreatingADevicePassesIntoTensorFlow) {
  Host& host = Host::Get();
  if (host.device_count() == 0) GTEST_SKIP() << "the driver lists no device";
  TfStatus status;
  FailEachAllocation("create_device", [&] {
    HostAllocated<SP_Device> created{SP_DEVICE_STRUCT_SIZE};
    SE_CreateDeviceParams params{};
    params.struct_size = SE_CREATE_DEVICE_PARAMS_STRUCT_SIZE;
    params.device = created.get();
    host.fns().create_device(&host.platform(), &params, status.get());
    if (status.ok()) host.fns().destroy_device(&host.platform(), created.get());
  });
  EXPECT_TRUE(status.ok()) << status.message();
}

}  // namespace
}  // namespace pluggable::tests
