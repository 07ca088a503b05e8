// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The plugin as TensorFlow sees it when it loads it, and its streams, events and timers.

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "plugin/features/memory.h"
#include "plugin/names.h"
#include "plugin/spec_facts.h"
#include "runtime_test_host.h"

namespace pluggable::tests {
namespace {

// --- Registration

TEST(Registration, FillsThePlatform) {
  Host& host = Host::Get();
  ASSERT_TRUE(host.status().ok()) << host.status().ToString();
  EXPECT_TRUE(host.canaries_intact());
  EXPECT_STREQ(host.platform().name, spec_facts::kPlatform);
  EXPECT_STREQ(host.platform().type, names::kDeviceType);
  EXPECT_EQ(host.platform().struct_size, SP_PLATFORM_STRUCT_SIZE);
  EXPECT_EQ(host.platform().use_bfc_allocator != 0, !features::kPluginAllocator);
  EXPECT_EQ(host.platform().force_memory_growth != 0, features::kMemoryGrowth);
  EXPECT_EQ(host.platform().supports_unified_memory != 0, spec_facts::kUnifiedMemory);
  EXPECT_GE(host.device_count(), 0);
}

// Registers with a host whose structs have these sizes.
Status RegisterWithSizes(HostAllocated<SP_Platform>* platform, HostAllocated<SP_PlatformFns>* fns) {
  SE_PlatformRegistrationParams params{};
  params.struct_size = SE_PLATFORM_REGISTRATION_PARAMS_STRUCT_SIZE;
  params.platform = platform->get();
  params.platform_fns = fns->get();
  TfStatus status;
  SE_InitPlugin(&params, status.get());
  return status.ToStatus();
}

TEST(Registration, TellsAnOlderHostThatItIsTooOld) {
  HostAllocated<SP_Platform> platform(offsetof(SP_Platform, force_memory_growth));
  HostAllocated<SP_PlatformFns> fns(SP_PLATFORM_FNS_STRUCT_SIZE);
  const Status status = RegisterWithSizes(&platform, &fns);
  EXPECT_EQ(status.code(), TF_FAILED_PRECONDITION);
  const std::string oldest = spec_facts::kOldestTensorFlow;
  EXPECT_NE(status.message().find("needs TensorFlow " + oldest), std::string::npos)
      << status.message();
  EXPECT_TRUE(platform.CanaryIntact());
  EXPECT_TRUE(fns.CanaryIntact());
}

TEST(Registration, TellsANewerHostWhatItKnows) {
  HostAllocated<SP_Platform> platform(SP_PLATFORM_STRUCT_SIZE + 24);
  HostAllocated<SP_PlatformFns> fns(SP_PLATFORM_FNS_STRUCT_SIZE + 16);
  const Status status = RegisterWithSizes(&platform, &fns);
  EXPECT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(platform->struct_size, SP_PLATFORM_STRUCT_SIZE);
  EXPECT_EQ(fns->struct_size, SP_PLATFORM_FNS_STRUCT_SIZE);
  EXPECT_TRUE(platform.CanaryIntact());
  EXPECT_TRUE(fns.CanaryIntact());
}

TEST(Registration, RefusesAStreamExecutorThatIsTooSmall) {
  Host& host = Host::Get();
  HostAllocated<SP_StreamExecutor> executor(offsetof(SP_StreamExecutor, mem_zero));
  SE_CreateStreamExecutorParams params{SE_CREATE_STREAM_EXECUTOR_PARAMS_STRUCT_SIZE, nullptr,
                                       executor.get()};
  TfStatus status;
  host.fns().create_stream_executor(&host.platform(), &params, status.get());
  EXPECT_EQ(status.code(), TF_FAILED_PRECONDITION);
  EXPECT_TRUE(executor.CanaryIntact());
}

// Every release checks some of these before it goes on, and calls others unchecked.
TEST(Registration, FillsEveryCallback) {
  Host& host = Host::Get();
  HostAllocated<SP_StreamExecutor> executor(SP_STREAMEXECUTOR_STRUCT_SIZE);
  SE_CreateStreamExecutorParams params{SE_CREATE_STREAM_EXECUTOR_PARAMS_STRUCT_SIZE, nullptr,
                                       executor.get()};
  TfStatus status;
  host.fns().create_stream_executor(&host.platform(), &params, status.get());
  ASSERT_TRUE(status.ok()) << status.message();
  using Callback = void (*)();
  std::vector<Callback> callbacks(
      (offsetof(SP_StreamExecutor, host_callback) - offsetof(SP_StreamExecutor, allocate)) /
          sizeof(Callback) +
      1);
  std::memcpy(callbacks.data(), &executor->allocate, callbacks.size() * sizeof(Callback));
  for (size_t i = 0; i < callbacks.size(); ++i) EXPECT_NE(callbacks[i], nullptr) << "number " << i;
  callbacks.resize(
      (offsetof(SP_PlatformFns, destroy_timer_fns) - offsetof(SP_PlatformFns, get_device_count)) /
          sizeof(Callback) +
      1);
  std::memcpy(callbacks.data(), &host.fns().get_device_count, callbacks.size() * sizeof(Callback));
  for (size_t i = 0; i < callbacks.size(); ++i) EXPECT_NE(callbacks[i], nullptr) << "number " << i;
}

TEST_F(DeviceTest, DescribesItself) {
  EXPECT_EQ((*device_)->ordinal, 0);
  EXPECT_NE((*device_)->hardware_name, nullptr);
  EXPECT_NE((*device_)->device_vendor, nullptr);
  EXPECT_NE((*device_)->pci_bus_id, nullptr);
  const SP_DeviceFns* fns = device_->device_fns();
  EXPECT_GE(fns->get_numa_node(device_->device()), -1);
  EXPECT_GE(fns->get_memory_bandwidth(device_->device()), -1);
  EXPECT_GE(fns->get_gflops(device_->device()), -1);
}

// --- Streams

TEST_F(DeviceTest, CallsTheHostInOrder) {
  std::vector<int> order;
  for (int i = 0; i < 200; ++i) device_->Call(stream_, [&order, i] { order.push_back(i); });
  ASSERT_TRUE(device_->Synchronize(stream_).ok());
  ASSERT_EQ(order.size(), 200u);
  for (int i = 0; i < 200; ++i) EXPECT_EQ(order[static_cast<size_t>(i)], i);
}

TEST_F(DeviceTest, AStreamMayDependOnItself) {
  ASSERT_TRUE(device_->DependOn(stream_, stream_).ok());
  EXPECT_TRUE(device_->Synchronize(stream_).ok());
}

// --- Events

TEST_F(DeviceTest, AnEventThatWasNeverRecordedIsComplete) {
  SP_Event event = device_->CreateEvent();
  EXPECT_EQ(device_->Query(event), SE_EVENT_COMPLETE);
  EXPECT_TRUE(device_->BlockOn(event).ok());
  EXPECT_TRUE(device_->WaitFor(stream_, event).ok());
  EXPECT_TRUE(device_->Synchronize(stream_).ok());
  device_->DestroyEvent(event);
}

TEST_F(DeviceTest, AnEventIsCompleteOnceItsStreamHasPassedIt) {
  SP_Event event = device_->CreateEvent();
  ASSERT_TRUE(device_->Record(stream_, event).ok());
  ASSERT_TRUE(device_->Synchronize(stream_).ok());
  EXPECT_EQ(device_->Query(event), SE_EVENT_COMPLETE);
  device_->DestroyEvent(event);
}

// --- Threads

TEST_F(DeviceTest, ManyThreadsMayUseAStream) {
  constexpr int kThreads = 4;
  constexpr int kCalls = 200;
  std::vector<std::vector<int>> orders(kThreads);
  std::atomic<int> inside{0};
  std::atomic<bool> overlapped{false};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < kCalls; ++i) {
        device_->Call(stream_, [&, t, i] {
          if (inside.fetch_add(1) != 0) overlapped = true;
          orders[static_cast<size_t>(t)].push_back(i);
          inside.fetch_sub(1);
        });
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  ASSERT_TRUE(device_->Synchronize(stream_).ok());
  EXPECT_FALSE(overlapped);
  for (const std::vector<int>& order : orders) {
    ASSERT_EQ(order.size(), static_cast<size_t>(kCalls));
    for (int i = 0; i < kCalls; ++i) EXPECT_EQ(order[static_cast<size_t>(i)], i);
  }
}

TEST_F(DeviceTest, ManyThreadsMayPollAnEvent) {
  SP_Event event = device_->CreateEvent();
  std::atomic<bool> stop{false};
  std::vector<std::thread> pollers;
  for (int t = 0; t < 2; ++t) {
    pollers.emplace_back([&] {
      while (!stop) {
        const SE_EventStatus state = device_->Query(event);
        EXPECT_TRUE(state == SE_EVENT_PENDING || state == SE_EVENT_COMPLETE);
        std::this_thread::yield();
      }
    });
  }
  for (int i = 0; i < 300; ++i) {
    device_->Call(stream_, [] {});
    ASSERT_TRUE(device_->Record(stream_, event).ok());
    if (i % 50 != 0) continue;
    ASSERT_TRUE(device_->BlockOn(event).ok());
  }
  ASSERT_TRUE(device_->BlockOn(event).ok());
  stop = true;
  for (std::thread& poller : pollers) poller.join();
  device_->DestroyEvent(event);
}

}  // namespace
}  // namespace pluggable::tests
