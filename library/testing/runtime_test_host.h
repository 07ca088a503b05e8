// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The side of StreamExecutor's C API that TensorFlow implements: enough of it to drive the plugin
// without TensorFlow.

#ifndef PLUGGABLE_TESTS_RUNTIME_TEST_HOST_H_
#define PLUGGABLE_TESTS_RUNTIME_TEST_HOST_H_

#include <gtest/gtest.h>
#include <tensorflow/c/experimental/stream_executor/stream_executor.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "pluggable/status.h"
#include "pluggable/stream.h"

#include "plugin/spec_facts.h"

extern "C" void SE_InitPlugin(SE_PlatformRegistrationParams* params, TF_Status* status);

namespace pluggable::tests {

// A cost, in nanoseconds, that is too high for the caller's thread.
inline constexpr int64_t kLong = 1'000'000'000;

// A struct in the size of some release's host, followed by memory that the plugin must not write.
template <typename Struct>
class HostAllocated {
 public:
  explicit HostAllocated(size_t size) : size_(size) {
    std::memset(bytes_, kCanary, sizeof(bytes_));
    std::memset(bytes_, 0, size);
    get()->struct_size = size;
  }
  Struct* get() { return reinterpret_cast<Struct*>(bytes_); }
  Struct* operator->() { return get(); }
  bool CanaryIntact() const {
    for (size_t i = size_; i < sizeof(bytes_); ++i) {
      if (bytes_[i] != kCanary) return false;
    }
    return true;
  }

 private:
  static constexpr unsigned char kCanary = 0xa5;
  size_t size_;
  alignas(Struct) unsigned char bytes_[sizeof(Struct) + 128];
};

// One device and its callbacks, created as TensorFlow creates them.
class HostDevice {
 public:
  HostDevice(const SP_Platform* platform, const SP_PlatformFns* fns, int ordinal);
  ~HostDevice();

  const SP_Device* device() { return device_.get(); }
  const SP_StreamExecutor* executor() { return executor_.get(); }
  SP_Device* operator->() { return device_.get(); }

  bool canaries_intact() const {
    return device_.CanaryIntact() && executor_.CanaryIntact() && timer_fns_.CanaryIntact() &&
           device_fns_.CanaryIntact();
  }

  // The callbacks, which return their status.
  SP_DeviceMemoryBase Allocate(uint64_t size);
  void Deallocate(SP_DeviceMemoryBase* memory) { executor()->deallocate(device(), memory); }
  SP_Stream CreateStream();
  void DestroyStream(SP_Stream stream) { executor()->destroy_stream(device(), stream); }
  Status DependOn(SP_Stream dependent, SP_Stream other);
  SP_Event CreateEvent();
  void DestroyEvent(SP_Event event) { executor()->destroy_event(device(), event); }
  Status Record(SP_Stream stream, SP_Event event);
  Status WaitFor(SP_Stream stream, SP_Event event);
  SE_EventStatus Query(SP_Event event) { return executor()->get_event_status(device(), event); }
  Status BlockOn(SP_Event event);
  Status Synchronize(SP_Stream stream);
  Status SynchronizeAll();
  Status StreamStatus(SP_Stream stream);
  Status CopyToDevice(SP_Stream stream, SP_DeviceMemoryBase dst, const void* src, uint64_t size);
  Status CopyToHost(SP_Stream stream, void* dst, SP_DeviceMemoryBase src, uint64_t size);
  Status CopyOnDevice(SP_Stream stream, SP_DeviceMemoryBase dst, SP_DeviceMemoryBase src,
                      uint64_t size);
  SP_AllocatorStats Stats();
  uint64_t Nanoseconds(SP_Timer timer) { return timer_fns_->nanoseconds(timer); }
  const SP_DeviceFns* device_fns() { return device_fns_.get(); }

  // Runs f on a host thread when its turn comes in the stream.
  void Call(SP_Stream stream, std::function<void()> f);

  // Reads and writes device memory, and waits for it.
  template <typename T>
  void Write(SP_DeviceMemoryBase dst, const std::vector<T>& values) {
    TfStatus status;
    executor()->sync_memcpy_htod(device(), &dst, values.data(), values.size() * sizeof(T),
                                 status.get());
    EXPECT_TRUE(status.ok()) << status.message();
  }
  template <typename T>
  std::vector<T> Read(SP_DeviceMemoryBase src, size_t count) {
    std::vector<T> values(count);
    TfStatus status;
    executor()->sync_memcpy_dtoh(device(), values.data(), &src, count * sizeof(T), status.get());
    EXPECT_TRUE(status.ok()) << status.message();
    return values;
  }

 private:
  const SP_Platform* const platform_;
  const SP_PlatformFns* const fns_;
  HostAllocated<SP_Device> device_{SP_DEVICE_STRUCT_SIZE};
  HostAllocated<SP_StreamExecutor> executor_{spec_facts::kStreamExecutorSize};
  HostAllocated<SP_TimerFns> timer_fns_{SP_TIMER_FNS_STRUCT_SIZE};
  HostAllocated<SP_DeviceFns> device_fns_{SP_DEVICE_FNS_STRUCT_SIZE};
};

// The plugin, registered once in the process.
class Host {
 public:
  static Host& Get();

  Status status() const { return status_; }
  const SP_Platform& platform() { return *platform_.get(); }
  const SP_PlatformFns& fns() { return *platform_fns_.get(); }
  int device_count() const { return device_count_; }
  bool canaries_intact() const { return platform_.CanaryIntact() && platform_fns_.CanaryIntact(); }

  // A new device.
  std::unique_ptr<HostDevice> Create(int ordinal) {
    return std::make_unique<HostDevice>(platform_.get(), platform_fns_.get(), ordinal);
  }

 private:
  Host();

  HostAllocated<SP_Platform> platform_{SP_PLATFORM_STRUCT_SIZE};
  HostAllocated<SP_PlatformFns> platform_fns_{SP_PLATFORM_FNS_STRUCT_SIZE};
  Status status_;
  int device_count_ = 0;
};

// Tests that need a device: they are skipped if the driver has none.
class DeviceTest : public testing::Test {
 protected:
  void SetUp() override {
    if (Host::Get().device_count() == 0) {
      GTEST_SKIP() << "the driver lists no device (driver::DeviceCount() returned 0)";
    }
    device_ = Host::Get().Create(0);
    stream_ = device_->CreateStream();
  }
  void TearDown() override {
    if (device_ == nullptr) return;
    device_->DestroyStream(stream_);
    EXPECT_TRUE(device_->canaries_intact());
  }

  std::unique_ptr<HostDevice> device_;
  SP_Stream stream_ = nullptr;
};

// Tests of work that an op enqueues.
class WorkTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (!IsSkipped()) op_ = Stream(stream_, "MyOp");
  }

  Stream op_;
};

// The stream of an op that uses this memory.
inline Stream StreamOfOp(SP_Stream stream, const char* name,
                         const std::vector<internal::OpMemory::Range>& uses,
                         int64_t step = internal::OpMemory::kNoStep) {
  auto memory = std::make_shared<internal::OpMemory>("", step);
  for (const internal::OpMemory::Range& range : uses) {
    memory->Add(range.use, range.begin, range.bytes);
  }
  return Stream(stream, name, std::move(memory));
}
// Of one that updates all of it.
inline Stream StreamOfOp(SP_Stream stream, const SP_DeviceMemoryBase& updated) {
  return StreamOfOp(stream, "MyOp",
                    {{static_cast<const char*>(updated.opaque), updated.size,
                      internal::OpMemory::Use::kUpdated}});
}

// Blocks a stream until it is opened or destroyed.
class Gate {
 public:
  Gate(HostDevice* device, SP_Stream stream) {
    device->Call(stream, [open = opened_.get_future().share()] { open.wait(); });
  }
  ~Gate() { Open(); }
  void Open() {
    if (!open_) opened_.set_value();
    open_ = true;
  }

 private:
  std::promise<void> opened_;
  bool open_ = false;
};

// Calls enqueue() while another thread blocks the stream. So the queue's own thread runs the
// enqueued work, and a synchronous stream makes the caller wait. Aborts if that takes too long.
void EnqueueBehindOthers(SP_Stream stream, std::function<void()> enqueue);

}  // namespace pluggable::tests

#endif  // PLUGGABLE_TESTS_RUNTIME_TEST_HOST_H_
