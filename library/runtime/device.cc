// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "runtime/device.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "pluggable/device_kernel.h"

#include "driver/driver.h"
#include "plugin/features/device.h"
#include "plugin/features/profiler.h"
#include "profiler/recorder.h"
#include "runtime/forked_process.h"
#include "runtime/log.h"
#include "runtime/memory_limit.h"

namespace pluggable::runtime {

namespace {

// The devices by ordinal. Never destroyed: TensorFlow's threads may still be busy while the process
// ends.
struct Registry {
  std::mutex mutex;
  std::map<int, Device*> devices;

  static Registry& Get() {
    static auto* const registry = new Registry;
    return *registry;
  }
};

}  // namespace

Status Device::Create(int ordinal, std::unique_ptr<Device>* device) {
  WatchForks();
  Status status = CheckProcess();
  if (status.ok()) status = driver::OpenDevice(ordinal);
  if (!status.ok()) return status;
  const DeviceProperties properties = driver::Properties(ordinal);
  if (IsVerbose()) {
    Log("device ", ordinal, " is ", Description(properties));
  }
  int64_t free = 0;
  int64_t total = 0;
  const uint64_t capacity = driver::MemoryUsage(ordinal, &free, &total)
                                ? static_cast<uint64_t>(total)
                                : properties.memory_capacity;
  std::optional<uint64_t> limit;
  status = MemoryLimitOf(ordinal, capacity, &limit);
  if (status.ok()) {
    if constexpr (features::kDeviceKernels) BuildProgramsAhead(ordinal, properties);
    device->reset(new Device(ordinal, properties, limit));
  } else {
    driver::CloseDevice(ordinal);
  }
  return status;
}

Device::Device(int ordinal, const DeviceProperties& properties,
               std::optional<uint64_t> memory_limit)
    : ordinal_(ordinal), properties_(properties), memory_(this, memory_limit) {
  Registry& registry = Registry::Get();
  std::lock_guard<std::mutex> lock(registry.mutex);
  registry.devices[ordinal] = this;
}

Device::~Device() {
  {
    Registry& registry = Registry::Get();
    std::lock_guard<std::mutex> lock(registry.mutex);
    const auto entry = registry.devices.find(ordinal_);
    if (entry != registry.devices.end() && entry->second == this) registry.devices.erase(entry);
  }
  Synchronize().IgnoreError();
  memory_.ReleaseAll();
  streams_.clear();
  transfers_.reset();
  if constexpr (features::kProfiler) profiler::Recorder::Get().CloseDevice(ordinal_);
  driver::CloseDevice(ordinal_);
}

Device* Device::Find(int ordinal) {
  Registry& registry = Registry::Get();
  std::lock_guard<std::mutex> lock(registry.mutex);
  const auto entry = registry.devices.find(ordinal);
  return entry == registry.devices.end() ? nullptr : entry->second;
}

Status Device::CreateStream(int priority, SP_Stream* handle) {
  std::shared_ptr<Stream> stream;
  Status status = Stream::Create(this, priority, &stream);
  if (!status.ok()) return status;
  std::lock_guard<std::mutex> lock(mutex_);
  streams_.push_back(stream);
  *handle = new SP_Stream_st{std::move(stream)};
  return status;
}

void Device::DestroyStream(SP_Stream handle) {
  if (handle == nullptr) return;
  const std::unique_ptr<SP_Stream_st> owner(handle);
  // The work must end before the stream is released, by whichever owner is the last.
  driver::Synchronize(handle->stream->queue()).IgnoreError();
  std::lock_guard<std::mutex> lock(mutex_);
  streams_.erase(std::remove(streams_.begin(), streams_.end(), owner->stream), streams_.end());
}

std::vector<std::shared_ptr<Stream>> Device::Streams() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return streams_;
}

bool Device::Idle() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return std::all_of(streams_.begin(), streams_.end(),
                     [](const auto& stream) { return driver::Idle(stream->queue()); });
}

Status Device::WaitForOthers(Stream& stream) {
  if (Idle()) return Status();
  for (const auto& other : Streams()) {
    if (other.get() == &stream || driver::Idle(other->queue())) continue;
    Status status = stream.WaitFor(other);
    if (!status.ok()) return status;
  }
  return Status();
}

Status Device::Synchronize() {
  // Not under the lock: work that ends meanwhile may free memory, which calls Idle().
  const std::vector<std::shared_ptr<Stream>> streams = Streams();
  for (const auto& stream : streams) stream->Await();
  for (const auto& stream : streams) {
    Status status = stream->TakeUnreportedError();
    if (!status.ok()) return status;
  }
  return Status();
}

Status Device::TransferStream(std::shared_ptr<Stream>* stream) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (transfers_ == nullptr) {
    Status status = Stream::Create(this, /*priority=*/0, &transfers_);
    if (!status.ok()) return status;
    streams_.push_back(transfers_);
  }
  *stream = transfers_;
  return Status();
}

}  // namespace pluggable::runtime
