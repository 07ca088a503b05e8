// A device of the plugin with its callbacks, created as TensorFlow creates it.

#ifndef CONFORMANCE_DEVICE_H_
#define CONFORMANCE_DEVICE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "plugin.h"

namespace conformance {

class Device;

// Owners of a device's objects. Each is destroyed as TensorFlow does it.
class Memory {
 public:
  Memory() = default;
  Memory(Device* device, SP_DeviceMemoryBase base) : device_(device), base_(base) {}
  Memory(Memory&& other) noexcept { *this = std::move(other); }
  Memory& operator=(Memory&& other) noexcept;
  ~Memory() { Free(); }

  // Size and payload are lost, as in TensorFlow's allocators.
  void Free();
  // Gives up ownership, for memory that cannot be freed.
  void Forget() { device_ = nullptr; }
  explicit operator bool() const { return base_.opaque != nullptr; }
  uint8_t* data() const { return static_cast<uint8_t*>(base_.opaque); }
  uint64_t size() const { return base_.size; }
  const SP_DeviceMemoryBase& base() const { return base_; }

 private:
  Device* device_ = nullptr;
  SP_DeviceMemoryBase base_{};
};

// A stream; waited for before it is destroyed.
class Stream {
 public:
  Stream(Device* device, SP_Stream handle) : device_(device), handle_(handle) {}
  Stream(Stream&& other) noexcept
      : device_(other.device_), handle_(std::exchange(other.handle_, nullptr)) {}
  Stream& operator=(Stream&&) = delete;
  ~Stream();
  SP_Stream get() const { return handle_; }

 private:
  Device* const device_;
  SP_Stream handle_;
};

class Event {
 public:
  Event(Device* device, SP_Event handle) : device_(device), handle_(handle) {}
  Event(Event&& other) noexcept
      : device_(other.device_), handle_(std::exchange(other.handle_, nullptr)) {}
  Event& operator=(Event&&) = delete;
  ~Event();
  SP_Event get() const { return handle_; }

 private:
  Device* const device_;
  SP_Event handle_;
};

class Device {
 public:
  // `problem` is "" if the device was created.
  static std::unique_ptr<Device> Create(Plugin* plugin, int ordinal, std::string* problem);
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  const SP_Device* sp() const { return device_.get(); }
  SP_Device* mutable_sp() { return device_.get(); }
  const SP_StreamExecutor& executor() const { return *executor_.get(); }
  const SP_DeviceFns& device_fns() const { return *device_fns_.get(); }
  const SP_TimerFns& timer_fns() const { return *timer_fns_.get(); }
  Plugin& plugin() const { return plugin_; }
  int ordinal() const { return device_->ordinal; }
  bool has_stream_options() const;
  bool has_timers() const;
  std::string Damage() const;

  // --- Memory. A pointer into the middle of an allocation will do wherever a pointer is asked for.
  Memory Allocate(uint64_t size);
  Result Write(void* dst, const void* src, uint64_t size);  // these three wait for the copy
  Result Read(void* dst, const void* src, uint64_t size);
  Result Copy(void* dst, const void* src, uint64_t size);
  Result Write(SP_Stream stream, void* dst, const void* src, uint64_t size);
  Result Read(SP_Stream stream, void* dst, const void* src, uint64_t size);
  Result Copy(SP_Stream stream, void* dst, const void* src, uint64_t size);
  Result Zero(SP_Stream stream, void* dst, uint64_t size);
  Result Fill(SP_Stream stream, void* dst, uint8_t pattern, uint64_t size);
  Result Fill32(SP_Stream stream, void* dst, uint32_t pattern, uint64_t size);
  bool Stats(SP_AllocatorStats* stats) const;
  bool Usage(int64_t* free, int64_t* total) const;

  // --- Streams and events
  Result CreateStream(SP_Stream* stream);
  Result CreateStream(const SP_StreamOptions* options, SP_Stream* stream);
  Result CreateEvent(SP_Event* event);
  Result DependOn(SP_Stream dependent, SP_Stream other);
  Result Record(SP_Stream stream, SP_Event event);
  Result WaitFor(SP_Stream stream, SP_Event event);
  SE_EventStatus Query(SP_Event event) const;
  Result BlockOn(SP_Event event);
  // As in TensorFlow: by an event if the plugin lacks the callback.
  Result Await(SP_Stream stream);
  Result AwaitAll();
  Result StreamStatus(SP_Stream stream);
  // Runs f on the stream; f may set the status. False if the plugin rejects it.
  bool Call(SP_Stream stream, std::function<void(TF_Status*)> f);

 private:
  Device(Plugin* plugin, int ordinal);
  std::string Open(int ordinal);

  Plugin& plugin_;
  GuardedStruct<SP_Device> device_;
  GuardedStruct<SP_DeviceFns> device_fns_;
  GuardedStruct<SP_StreamExecutor> executor_;
  GuardedStruct<SP_TimerFns> timer_fns_;
  bool created_ = false;
  bool has_device_fns_ = false;
  bool has_executor_ = false;
  bool has_timer_fns_ = false;
};

}  // namespace conformance

#endif  // CONFORMANCE_DEVICE_H_
