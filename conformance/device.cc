#include "device.h"

#include "progress.h"

namespace conformance {
namespace {

// Calls with a fresh status, and tells what is being called.
template <typename Callback, typename... Args>
Result Invoke(const char* name, Callback callback, Args... args) {
  if (callback == nullptr) return {name, TF_UNIMPLEMENTED, "the callback is not set"};
  TF_Status status;
  Progress::Doing(name);
  callback(args..., &status);
  Progress::Doing("");
  return ResultOf(name, status);
}

// Made of a pointer into an allocation, as in TensorFlow.
SP_DeviceMemoryBase BaseOf(const void* pointer, uint64_t size) {
  return {sizeof(SP_DeviceMemoryBase), nullptr, const_cast<void*>(pointer), size, 0};
}

}  // namespace

Memory& Memory::operator=(Memory&& other) noexcept {
  if (this == &other) return *this;
  Free();
  device_ = std::exchange(other.device_, nullptr);
  base_ = std::exchange(other.base_, {});
  return *this;
}

void Memory::Free() {
  if (device_ == nullptr || base_.opaque == nullptr) return;
  SP_DeviceMemoryBase base = BaseOf(base_.opaque, 0);
  Progress::Doing("deallocate");
  device_->executor().deallocate(device_->sp(), &base);
  Progress::Doing("");
  base_ = {};
}

Stream::~Stream() {
  if (handle_ == nullptr) return;
  (void)device_->Await(handle_);  // who has to know the error, has asked before
  Progress::Doing("destroy_stream");
  device_->executor().destroy_stream(device_->sp(), handle_);
  Progress::Doing("");
}

Event::~Event() {
  if (handle_ == nullptr) return;
  Progress::Doing("destroy_event");
  device_->executor().destroy_event(device_->sp(), handle_);
  Progress::Doing("");
}

Device::Device(Plugin* plugin, int /*ordinal*/)
    : plugin_(*plugin),
      device_("SP_Device", sizeof(SP_Device) + plugin->room()),
      device_fns_("SP_DeviceFns", sizeof(SP_DeviceFns) + plugin->room()),
      executor_("SP_StreamExecutor", plugin->release().sizes.stream_executor + plugin->room()),
      timer_fns_("SP_TimerFns", sizeof(SP_TimerFns) + plugin->room()) {}

std::unique_ptr<Device> Device::Create(Plugin* plugin, int ordinal, std::string* problem) {
  std::unique_ptr<Device> device(new Device(plugin, ordinal));
  *problem = device->Open(ordinal);
  if (!problem->empty()) device.reset();
  return device;
}

std::string Device::Open(int ordinal) {
  const SP_PlatformFns& fns = plugin_.fns();
  const SP_Platform* const platform = plugin_.platform();
  device_->ordinal = ordinal;
  SE_CreateDeviceParams create{sizeof(SE_CreateDeviceParams), nullptr, ordinal, device_.get()};
  Result result = Invoke("create_device", fns.create_device, platform, &create);
  if (!result.ok()) return result.Text();
  if (device_->struct_size == 0) return "create_device has left struct_size of SP_Device at 0";
  created_ = true;
  SE_CreateDeviceFnsParams device_fns{sizeof(SE_CreateDeviceFnsParams), nullptr, device_fns_.get()};
  result = Invoke("create_device_fns", fns.create_device_fns, platform, &device_fns);
  if (!result.ok()) return result.Text();
  has_device_fns_ = true;
  SE_CreateStreamExecutorParams executor{sizeof(SE_CreateStreamExecutorParams), nullptr,
                                         executor_.get()};
  result = Invoke("create_stream_executor", fns.create_stream_executor, platform, &executor);
  if (!result.ok()) return result.Text();
  has_executor_ = true;
  if (fns.create_timer_fns != nullptr) {
    result = Invoke("create_timer_fns", fns.create_timer_fns, platform, timer_fns_.get());
    if (!result.ok()) return result.Text();
    has_timer_fns_ = true;
  }
  return Plugin::Validate(plugin_.release(), *executor_.get(), *platform);
}

Device::~Device() {
  const SP_PlatformFns& fns = plugin_.fns();
  Progress::Doing("destroy_device");
  if (has_timer_fns_ && fns.destroy_timer_fns != nullptr) {
    fns.destroy_timer_fns(plugin_.platform(), timer_fns_.get());
  }
  if (has_executor_) fns.destroy_stream_executor(plugin_.platform(), executor_.get());
  if (has_device_fns_) fns.destroy_device_fns(plugin_.platform(), device_fns_.get());
  if (created_) fns.destroy_device(plugin_.platform(), device_.get());
  Progress::Doing("");
}

bool Device::has_stream_options() const {
  return plugin_.release().HasStreamOptions() && executor().create_stream_with_options != nullptr;
}

bool Device::has_timers() const {
  return has_timer_fns_ && timer_fns().nanoseconds != nullptr &&
         executor().create_timer != nullptr && executor().destroy_timer != nullptr &&
         executor().start_timer != nullptr && executor().stop_timer != nullptr;
}

std::string Device::Damage() const {
  for (std::string damage :
       {device_.Damage(), device_fns_.Damage(), executor_.Damage(), timer_fns_.Damage()}) {
    if (!damage.empty()) return damage;
  }
  return "";
}

Memory Device::Allocate(uint64_t size) {
  SP_DeviceMemoryBase base = BaseOf(nullptr, 0);
  Progress::Doing("allocate");
  executor().allocate(sp(), size, /*memory_space=*/0, &base);
  Progress::Doing("");
  return Memory(this, base);
}

Result Device::Write(void* dst, const void* src, uint64_t size) {
  SP_DeviceMemoryBase to = BaseOf(dst, size);
  return Invoke("sync_memcpy_htod", executor().sync_memcpy_htod, sp(), &to, src, size);
}

Result Device::Read(void* dst, const void* src, uint64_t size) {
  const SP_DeviceMemoryBase from = BaseOf(src, size);
  return Invoke("sync_memcpy_dtoh", executor().sync_memcpy_dtoh, sp(), dst, &from, size);
}

Result Device::Copy(void* dst, const void* src, uint64_t size) {
  SP_DeviceMemoryBase to = BaseOf(dst, size);
  const SP_DeviceMemoryBase from = BaseOf(src, size);
  return Invoke("sync_memcpy_dtod", executor().sync_memcpy_dtod, sp(), &to, &from, size);
}

Result Device::Write(SP_Stream stream, void* dst, const void* src, uint64_t size) {
  SP_DeviceMemoryBase to = BaseOf(dst, size);
  return Invoke("memcpy_htod", executor().memcpy_htod, sp(), stream, &to, src, size);
}

Result Device::Read(SP_Stream stream, void* dst, const void* src, uint64_t size) {
  const SP_DeviceMemoryBase from = BaseOf(src, size);
  return Invoke("memcpy_dtoh", executor().memcpy_dtoh, sp(), stream, dst, &from, size);
}

Result Device::Copy(SP_Stream stream, void* dst, const void* src, uint64_t size) {
  SP_DeviceMemoryBase to = BaseOf(dst, size);
  const SP_DeviceMemoryBase from = BaseOf(src, size);
  return Invoke("memcpy_dtod", executor().memcpy_dtod, sp(), stream, &to, &from, size);
}

Result Device::Zero(SP_Stream stream, void* dst, uint64_t size) {
  SP_DeviceMemoryBase to = BaseOf(dst, size);
  return Invoke("mem_zero", executor().mem_zero, sp(), stream, &to, size);
}

Result Device::Fill(SP_Stream stream, void* dst, uint8_t pattern, uint64_t size) {
  SP_DeviceMemoryBase to = BaseOf(dst, size);
  return Invoke("memset", executor().memset, sp(), stream, &to, pattern, size);
}

Result Device::Fill32(SP_Stream stream, void* dst, uint32_t pattern, uint64_t size) {
  SP_DeviceMemoryBase to = BaseOf(dst, size);
  return Invoke("memset32", executor().memset32, sp(), stream, &to, pattern, size);
}

bool Device::Stats(SP_AllocatorStats* stats) const {
  *stats = {};
  stats->struct_size = sizeof(*stats);
  Progress::Doing("get_allocator_stats");
  const bool known = executor().get_allocator_stats(sp(), stats) != 0;
  Progress::Doing("");
  return known;
}

bool Device::Usage(int64_t* free, int64_t* total) const {
  Progress::Doing("device_memory_usage");
  const bool known = executor().device_memory_usage(sp(), free, total) != 0;
  Progress::Doing("");
  return known;
}

Result Device::CreateStream(SP_Stream* stream) {
  *stream = nullptr;
  if (has_stream_options()) return CreateStream(nullptr, stream);  // as core does since 2.22
  return Invoke("create_stream", executor().create_stream, sp(), stream);
}

Result Device::CreateStream(const SP_StreamOptions* options, SP_Stream* stream) {
  return Invoke("create_stream_with_options", executor().create_stream_with_options, sp(), options,
                stream);
}

Result Device::CreateEvent(SP_Event* event) {
  *event = nullptr;
  return Invoke("create_event", executor().create_event, sp(), event);
}

Result Device::DependOn(SP_Stream dependent, SP_Stream other) {
  return Invoke("create_stream_dependency", executor().create_stream_dependency, sp(), dependent,
                other);
}

Result Device::Record(SP_Stream stream, SP_Event event) {
  return Invoke("record_event", executor().record_event, sp(), stream, event);
}

Result Device::WaitFor(SP_Stream stream, SP_Event event) {
  return Invoke("wait_for_event", executor().wait_for_event, sp(), stream, event);
}

SE_EventStatus Device::Query(SP_Event event) const {
  Progress::Doing("get_event_status");
  const SE_EventStatus status = executor().get_event_status(sp(), event);
  Progress::Doing("");
  return status;
}

Result Device::BlockOn(SP_Event event) {
  return Invoke("block_host_for_event", executor().block_host_for_event, sp(), event);
}

Result Device::Await(SP_Stream stream) {
  if (executor().block_host_until_done != nullptr) {
    return Invoke("block_host_until_done", executor().block_host_until_done, sp(), stream);
  }
  SP_Event handle = nullptr;
  Result result = CreateEvent(&handle);
  if (!result.ok()) return result;
  const Event event(this, handle);
  result = Record(stream, handle);
  return result.ok() ? BlockOn(handle) : result;
}

Result Device::AwaitAll() {
  return Invoke("synchronize_all_activity", executor().synchronize_all_activity, sp());
}

Result Device::StreamStatus(SP_Stream stream) {
  return Invoke("get_stream_status", executor().get_stream_status, sp(), stream);
}

bool Device::Call(SP_Stream stream, std::function<void(TF_Status*)> f) {
  auto owned = std::make_unique<std::function<void(TF_Status*)>>(std::move(f));
  const SE_StatusCallbackFn run = [](void* arg, TF_Status* status) {
    const std::unique_ptr<std::function<void(TF_Status*)>> mine(
        static_cast<std::function<void(TF_Status*)>*>(arg));
    (*mine)(status);
  };
  Progress::Doing("host_callback");
  // In releases without fills, it was at the position of mem_zero.
  const bool taken =
      plugin_.release().HasFills()
          ? executor().host_callback(sp(), stream, run, owned.get()) != 0
          : reinterpret_cast<decltype(executor().host_callback)>(
                reinterpret_cast<void*>(executor().mem_zero))(sp(), stream, run, owned.get()) != 0;
  Progress::Doing("");
  if (taken) static_cast<void>(owned.release());  // the callback's
  return taken;
}

}  // namespace conformance
