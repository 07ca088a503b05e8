// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "runtime_test_host.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <utility>

#include "driver/driver.h"
#include "runtime/stream.h"

namespace pluggable::tests {

HostDevice::HostDevice(const SP_Platform* platform, const SP_PlatformFns* fns, int ordinal)
    : platform_(platform), fns_(fns) {
  TfStatus status;
  SE_CreateDeviceParams params{SE_CREATE_DEVICE_PARAMS_STRUCT_SIZE, nullptr, ordinal,
                               device_.get()};
  fns->create_device(platform, &params, status.get());
  EXPECT_TRUE(status.ok()) << status.message();
  SE_CreateDeviceFnsParams device_fns{SE_CREATE_DEVICE_FNS_PARAMS_STRUCT_SIZE, nullptr,
                                      device_fns_.get()};
  fns->create_device_fns(platform, &device_fns, status.get());
  EXPECT_TRUE(status.ok()) << status.message();
  SE_CreateStreamExecutorParams executor{SE_CREATE_STREAM_EXECUTOR_PARAMS_STRUCT_SIZE, nullptr,
                                         executor_.get()};
  fns->create_stream_executor(platform, &executor, status.get());
  EXPECT_TRUE(status.ok()) << status.message();
  fns->create_timer_fns(platform, timer_fns_.get(), status.get());
  EXPECT_TRUE(status.ok()) << status.message();
}

HostDevice::~HostDevice() {
  fns_->destroy_timer_fns(platform_, timer_fns_.get());
  fns_->destroy_stream_executor(platform_, executor_.get());
  fns_->destroy_device_fns(platform_, device_fns_.get());
  fns_->destroy_device(platform_, device_.get());
}

SP_DeviceMemoryBase HostDevice::Allocate(uint64_t size) {
  SP_DeviceMemoryBase memory{SP_DEVICE_MEMORY_BASE_STRUCT_SIZE, nullptr, nullptr, 0, 0};
  executor()->allocate(device(), size, 0, &memory);
  return memory;
}

SP_Stream HostDevice::CreateStream() {
  SP_Stream stream = nullptr;
  TfStatus status;
  executor()->create_stream(device(), &stream, status.get());
  EXPECT_TRUE(status.ok()) << status.message();
  return stream;
}

Status HostDevice::DependOn(SP_Stream dependent, SP_Stream other) {
  TfStatus status;
  executor()->create_stream_dependency(device(), dependent, other, status.get());
  return status.ToStatus();
}

SP_Event HostDevice::CreateEvent() {
  SP_Event event = nullptr;
  TfStatus status;
  executor()->create_event(device(), &event, status.get());
  EXPECT_TRUE(status.ok()) << status.message();
  return event;
}

Status HostDevice::Record(SP_Stream stream, SP_Event event) {
  TfStatus status;
  executor()->record_event(device(), stream, event, status.get());
  return status.ToStatus();
}

Status HostDevice::WaitFor(SP_Stream stream, SP_Event event) {
  TfStatus status;
  executor()->wait_for_event(device(), stream, event, status.get());
  return status.ToStatus();
}

Status HostDevice::BlockOn(SP_Event event) {
  TfStatus status;
  executor()->block_host_for_event(device(), event, status.get());
  return status.ToStatus();
}

Status HostDevice::Synchronize(SP_Stream stream) {
  TfStatus status;
  executor()->block_host_until_done(device(), stream, status.get());
  return status.ToStatus();
}

Status HostDevice::SynchronizeAll() {
  TfStatus status;
  executor()->synchronize_all_activity(device(), status.get());
  return status.ToStatus();
}

Status HostDevice::StreamStatus(SP_Stream stream) {
  TfStatus status;
  executor()->get_stream_status(device(), stream, status.get());
  return status.ToStatus();
}

Status HostDevice::CopyToDevice(SP_Stream stream, SP_DeviceMemoryBase dst, const void* src,
                                uint64_t size) {
  TfStatus status;
  executor()->memcpy_htod(device(), stream, &dst, src, size, status.get());
  return status.ToStatus();
}

Status HostDevice::CopyToHost(SP_Stream stream, void* dst, SP_DeviceMemoryBase src, uint64_t size) {
  TfStatus status;
  executor()->memcpy_dtoh(device(), stream, dst, &src, size, status.get());
  return status.ToStatus();
}

Status HostDevice::CopyOnDevice(SP_Stream stream, SP_DeviceMemoryBase dst, SP_DeviceMemoryBase src,
                                uint64_t size) {
  TfStatus status;
  executor()->memcpy_dtod(device(), stream, &dst, &src, size, status.get());
  return status.ToStatus();
}

SP_AllocatorStats HostDevice::Stats() {
  SP_AllocatorStats stats{};
  stats.struct_size = SP_ALLOCATORSTATS_STRUCT_SIZE;
  EXPECT_TRUE(executor()->get_allocator_stats(device(), &stats));
  return stats;
}

void HostDevice::Call(SP_Stream stream, std::function<void()> f) {
  auto call = std::make_unique<std::function<void()>>(std::move(f));
  const SE_StatusCallbackFn run = [](void* const arg, TF_Status* const status) {
    const std::unique_ptr<std::function<void()>> owned(static_cast<std::function<void()>*>(arg));
    EXPECT_NE(status, nullptr);
    EXPECT_EQ(TF_GetCode(status), TF_OK);
    (*owned)();
  };
  if (executor()->host_callback(device(), stream, run, call.get())) {
    call.release();
  } else {
    ADD_FAILURE() << "host_callback refused";
  }
}

Host& Host::Get() {
  static auto* const host = new Host;
  return *host;
}

Host::Host() {
  SE_PlatformRegistrationParams params{};
  params.struct_size = SE_PLATFORM_REGISTRATION_PARAMS_STRUCT_SIZE;
  params.major_version = SE_MAJOR;
  params.minor_version = SE_MINOR;
  params.patch_version = SE_PATCH;
  params.platform = platform_.get();
  params.platform_fns = platform_fns_.get();
  TfStatus status;
  SE_InitPlugin(&params, status.get());
  status_ = status.ToStatus();
  if (!status.ok()) return;
  EXPECT_NE(params.destroy_platform, nullptr);
  EXPECT_NE(params.destroy_platform_fns, nullptr);
  platform_fns_->get_device_count(platform_.get(), &device_count_, status.get());
  status_ = status.ToStatus();
}

void EnqueueBehindOthers(SP_Stream stream, std::function<void()> enqueue) {
  struct Hold {
    std::promise<void> begun;
    std::promise<void> ended;
  } hold;
  std::thread holding([&] {
    const auto wait = [](void* arg) {
      auto* const held = static_cast<Hold*>(arg);
      held->begun.set_value();
      held->ended.get_future().wait();
    };
    EXPECT_TRUE(driver::HostCall(stream->stream->queue(), wait, &hold).ok());
  });
  hold.begun.get_future().wait();
  std::future<void> enqueued = std::async(std::launch::async, std::move(enqueue));
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  hold.ended.set_value();
  holding.join();
  if (enqueued.wait_for(std::chrono::seconds(30)) == std::future_status::ready) return;
  std::fprintf(stderr, "what was enqueued from another thread waits for itself\n");
  std::abort();
}

}  // namespace pluggable::tests
