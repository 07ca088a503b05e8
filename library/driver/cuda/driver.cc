// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The driver for NVIDIA's GPUs. driver.h describes each function.

#include "driver/driver.h"

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "pluggable/device_kernel.h"

#include "driver/cuda/commands.h"
#include "driver/cuda/device.h"
#include "driver/cuda/mark.h"
#include "driver/cuda/peers.h"
#include "runtime/log.h"

namespace pluggable::driver {

using cuda::Address;
using cuda::Api;
using cuda::Commands;
using cuda::CurrentContext;
using cuda::Device;
using cuda::Mark;
using cuda::StreamHandle;
using cuda::ToStatus;

struct Queue {
  Device& device;
  const std::unique_ptr<Commands> commands;
};

struct Event {
  Device& device;
  std::mutex mutex;
  std::shared_ptr<Mark> latest;  // null: never recorded

  std::shared_ptr<Mark> Latest() {
    const std::lock_guard<std::mutex> lock(mutex);
    return latest;
  }
};

namespace {

constexpr char kVendor[] = "NVIDIA";
constexpr uint64_t kAlignment = 256;
// The limit for a launch. No kernel of library/compute/device has half as many parameters.
constexpr size_t kMaxParameters = 64;

Address AddressOf(const void* pointer) { return reinterpret_cast<Address>(pointer); }

// Prints once why there is no device.
void ExplainNoDevice() {
  static std::once_flag once;
  std::call_once(once, [] {
    if (runtime::IsVerbose()) runtime::Log(Device::Reason());
  });
}

// Whether a command copies from or to host memory, and so may block.
enum class Copies : uint8_t { kNo, kToDevice, kToHost };

// Calls `put` with the queue's stream. `function` names the CUDA function in errors.
template <typename Put>
Status OnStream(Queue* queue, const char* function, const Put& put, Copies copies = Copies::kNo) {
  const CurrentContext current(queue->device);
  if (!current.ok()) return current.status();
  const auto command = [put, function](StreamHandle stream) {
    return ToStatus(function, put(Api::Get(), stream));
  };
  return copies == Copies::kNo ? queue->commands->Put(command)
                               : queue->commands->PutBlocking(command, copies == Copies::kToDevice);
}

// Converts a kernel's arguments for CUDA. In the kernel dialect, a pointer is two parameters: a
// buffer and an offset.
Status LaunchOn(StreamHandle stream, const DeviceKernel& kernel, cuda::Function function, Dim3 grid,
                Dim3 block, void** args, size_t shared_bytes) {
  std::array<void*, kMaxParameters> parameters{};
  uint64_t no_offset = 0;
  size_t count = 0;
  for (size_t i = 0; i < kernel.num_args; ++i) {
    parameters.at(count++) = args[i];
    if (kernel.args[i].is_pointer) parameters.at(count++) = &no_offset;
  }
  return ToStatus("cuLaunchKernel",
                  Api::Get().LaunchKernel(function, grid.x, grid.y, grid.z, block.x, block.y,
                                          block.z, static_cast<unsigned>(shared_bytes), stream,
                                          parameters.data(), nullptr));
}

// Copies of a launch's arguments, for a deferred launch.
class KeptArguments {
 public:
  KeptArguments(const DeviceKernel& kernel, void** args) {
    for (size_t i = 0; i < kernel.num_args; ++i) {
      offsets_.push_back(bytes_.size());
      const auto* const value = static_cast<const unsigned char*>(args[i]);
      bytes_.insert(bytes_.end(), value, value + kernel.args[i].size);
      bytes_.resize((bytes_.size() + kArgumentAlignment - 1) / kArgumentAlignment *
                    kArgumentAlignment);
    }
  }
  std::vector<void*> Pointers() {
    std::vector<void*> pointers;
    for (const size_t offset : offsets_) pointers.push_back(bytes_.data() + offset);
    return pointers;
  }

 private:
  static constexpr size_t kArgumentAlignment = alignof(std::max_align_t);
  std::vector<unsigned char> bytes_;
  std::vector<size_t> offsets_;
};

}  // namespace

int DeviceCount() {
  const int count = Device::Count();
  if (count == 0) ExplainNoDevice();
  return count;
}

Status OpenDevice(int ordinal) { return Device::Get(ordinal).Open(); }

void CloseDevice(int /*ordinal*/) {}

DeviceProperties Properties(int ordinal) {
  const cuda::DeviceInfo& info = Device::Get(ordinal).info();
  DeviceProperties properties;
  properties.name = info.name.c_str();
  properties.vendor = kVendor;
  properties.driver_version = info.driver_version.c_str();
  properties.pci_bus_id = info.pci_bus_id.c_str();
  properties.memory_capacity = Device::Get(ordinal).memory().capacity();
  properties.memory_alignment = kAlignment;
  properties.num_multiprocessors = info.multiprocessors;
  properties.max_threads_per_block = info.threads_per_block;
  properties.shared_memory_per_block = info.shared_memory;
  properties.host_reaches_memory = false;
  properties.fails_late = true;
  return properties;
}

void* Allocate(int ordinal, uint64_t size) {
  Device& device = Device::Get(ordinal);
  const CurrentContext current(device);
  return current.ok() ? device.memory().Allocate(size) : nullptr;
}

void Free(int ordinal, void* memory) {
  Device& device = Device::Get(ordinal);
  const CurrentContext current(device);
  if (current.ok()) device.memory().Free(memory);
}

void* AllocateHost(int ordinal, uint64_t size) {
  const CurrentContext current(Device::Get(ordinal));
  if (!current.ok()) return nullptr;
  void* memory = nullptr;
  const uint64_t bytes = size == 0 ? 1 : size;
  return Api::Get().MemHostAlloc(&memory, bytes, cuda::kHostAllocPortable) == cuda::kSuccess
             ? memory
             : nullptr;
}

void FreeHost(int ordinal, void* memory) {
  if (memory == nullptr) return;
  const CurrentContext current(Device::Get(ordinal));
  if (current.ok()) Api::Get().MemFreeHost(memory);
}

void* AllocateUnified(int /*ordinal*/, uint64_t /*size*/) { return nullptr; }

void FreeUnified(int /*ordinal*/, void* /*memory*/) {}

bool MemoryUsage(int ordinal, int64_t* free, int64_t* total) {
  Device& device = Device::Get(ordinal);
  uint64_t bytes_free = 0;
  uint64_t bytes = 0;
  const CurrentContext current(device);
  if (!current.ok() || !device.memory().Usage(&bytes_free, &bytes)) return false;
  *free = static_cast<int64_t>(bytes_free);
  *total = static_cast<int64_t>(bytes);
  return true;
}

int DeviceOf(const void* pointer) { return Device::Of(pointer); }

// Never called, like Run: the host cannot access the memory.
void* DevicePointer(const void* pointer) { return const_cast<void*>(pointer); }

Status CreateQueue(int ordinal, int priority, Queue** queue) {
  Device& device = Device::Get(ordinal);
  const CurrentContext current(device);
  if (!current.ok()) return current.status();
  std::unique_ptr<Commands> commands;
  Status status = Commands::Create(device.context(), priority, &commands);
  if (status.ok()) *queue = new Queue{device, std::move(commands)};
  return status;
}

void DestroyQueue(Queue* queue) {
  const CurrentContext current(queue->device);
  delete queue;
}

Status Synchronize(Queue* queue) {
  const CurrentContext current(queue->device);
  return current.ok() ? queue->commands->Finish() : current.status();
}

bool Idle(Queue* queue) {
  const CurrentContext current(queue->device);
  return current.ok() && queue->commands->IsIdle();
}

Status CopyToDevice(Queue* queue, void* device_dst, const void* host_src, uint64_t size) {
  if (size == 0) return Status();
  return OnStream(
      queue, "cuMemcpyHtoDAsync",
      [=](const Api& api, StreamHandle stream) {
        return api.MemcpyHtoDAsync(AddressOf(device_dst), host_src, size, stream);
      },
      Copies::kToDevice);
}

Status TakeCopyError(Queue* queue) { return queue->commands->TakeCopyError(); }

Status CopyToHost(Queue* queue, void* host_dst, const void* device_src, uint64_t size) {
  if (size == 0) return Status();
  return OnStream(
      queue, "cuMemcpyDtoHAsync",
      [=](const Api& api, StreamHandle stream) {
        return api.MemcpyDtoHAsync(host_dst, AddressOf(device_src), size, stream);
      },
      Copies::kToHost);
}

Status CopyOnDevice(Queue* queue, void* device_dst, const void* device_src, uint64_t size) {
  if (size == 0 || device_dst == device_src) return Status();
  const int to = DeviceOf(device_dst);
  const int from = DeviceOf(device_src);
  if (to < 0 || from < 0) {
    return errors::InvalidArgument("a copy on the device from or to memory that is not a device's");
  }
  if (to != from) {
    cuda::Connect(Device::Get(to), Device::Get(from));
    return OnStream(queue, "cuMemcpyPeerAsync", [=](const Api& api, StreamHandle stream) {
      return api.MemcpyPeerAsync(AddressOf(device_dst), Device::Get(to).context(),
                                 AddressOf(device_src), Device::Get(from).context(), size, stream);
    });
  }
  return OnStream(queue, "cuMemcpyDtoDAsync", [=](const Api& api, StreamHandle stream) {
    return api.MemcpyDtoDAsync(AddressOf(device_dst), AddressOf(device_src), size, stream);
  });
}

Status Fill(Queue* queue, void* device_dst, uint32_t pattern, int pattern_bytes, uint64_t size) {
  const auto bytes = static_cast<uint64_t>(pattern_bytes);
  if (size % bytes != 0) {
    return errors::InvalidArgument("cannot fill ", size, " bytes with a pattern of ", pattern_bytes,
                                   " bytes");
  }
  if (size == 0) return Status();
  const Address to = AddressOf(device_dst);
  if (bytes == 1) {
    return OnStream(queue, "cuMemsetD8Async", [=](const Api& api, StreamHandle stream) {
      return api.MemsetD8Async(to, static_cast<unsigned char>(pattern), size, stream);
    });
  }
  if (to % sizeof(pattern) == 0) {
    return OnStream(queue, "cuMemsetD32Async", [=](const Api& api, StreamHandle stream) {
      return api.MemsetD32Async(to, pattern, size / sizeof(pattern), stream);
    });
  }
  // CUDA fills with words only at multiples of four bytes. Elsewhere each byte of the pattern is
  // filled separately, as a column of a matrix that is as wide as the pattern. TensorFlow's buffers
  // never start there.
  Status status;
  for (uint64_t i = 0; i < bytes && status.ok(); ++i) {
    const auto byte = static_cast<unsigned char>(pattern >> (8 * i));
    status = OnStream(queue, "cuMemsetD2D8Async", [=](const Api& api, StreamHandle stream) {
      return api.MemsetD2D8Async(to + i, bytes, byte, 1, size / bytes, stream);
    });
  }
  return status;
}

Status Run(Queue* /*queue*/, Work&& /*work*/, int64_t /*cost*/) {
  return errors::Unimplemented("the host does not reach the memory of GPUs");
}

Status Launch(Queue* queue, const void* function, Dim3 grid, Dim3 block, void** args,
              size_t shared_bytes) {
  if (function == nullptr) return errors::InvalidArgument("no kernel to launch");
  if (grid.count() == 0 || block.count() == 0) {
    return errors::InvalidArgument("a launch needs at least one block of one thread");
  }
  const auto& kernel = *static_cast<const DeviceKernel*>(function);
  const CurrentContext current(queue->device);
  if (!current.ok()) return current.status();
  if (kernel.call != nullptr) return queue->commands->Put(*kernel.call);
  const std::shared_ptr<const cuda::LoadedKernel> loaded = queue->device.modules().Find(kernel);
  if (!loaded->status.ok()) return loaded->status;
  if (2 * kernel.num_args > kMaxParameters) {
    return errors::InvalidArgument("a kernel has at most ", kMaxParameters / 2, " arguments");
  }
  return queue->commands->Put(
      [&](StreamHandle stream) {
        return LaunchOn(stream, kernel, loaded->function, grid, block, args, shared_bytes);
      },
      [&]() -> Commands::Command {
        // The caller owns `kernel`; what it points to lives as long as the process.
        return [kernel, loaded, grid, block, kept = KeptArguments(kernel, args),
                shared_bytes](StreamHandle stream) mutable {
          return LaunchOn(stream, kernel, loaded->function, grid, block, kept.Pointers().data(),
                          shared_bytes);
        };
      });
}

Status HostCall(Queue* queue, void (*function)(void*), void* arg) {
  return queue->commands->Call([function, arg] { function(arg); });
}

Status CreateEvent(int ordinal, Event** event) {
  *event = new Event{Device::Get(ordinal), {}, nullptr};
  return Status();
}

void DestroyEvent(Event* event) {
  const CurrentContext current(event->device);
  delete event;
}

Status RecordEvent(Queue* queue, Event* event) {
  const CurrentContext current(queue->device);
  if (!current.ok()) return current.status();
  const auto mark = std::make_shared<Mark>();
  Status status = queue->commands->Record(mark);
  if (!status.ok()) return status;
  const std::lock_guard<std::mutex> lock(event->mutex);
  event->latest = mark;
  return status;
}

Status WaitEvent(Queue* queue, Event* event) {
  const CurrentContext current(queue->device);  // destroyed after the mark
  const std::shared_ptr<Mark> mark = event->Latest();
  if (mark == nullptr) return Status();
  return current.ok() ? queue->commands->WaitFor(mark) : current.status();
}

EventState QueryEvent(Event* event) {
  const CurrentContext current(event->device);  // destroyed after the mark
  const std::shared_ptr<Mark> mark = event->Latest();
  if (mark == nullptr) return EventState::kComplete;
  if (!current.ok()) return EventState::kFailed;
  switch (mark->state()) {
    case Mark::State::kPending:
      return EventState::kPending;
    case Mark::State::kComplete:
      return EventState::kComplete;
    case Mark::State::kFailed:
      break;
  }
  return EventState::kFailed;
}

Status SynchronizeEvent(Event* event) {
  const CurrentContext current(event->device);  // destroyed after the mark
  const std::shared_ptr<Mark> mark = event->Latest();
  if (mark == nullptr) return Status();
  return current.ok() ? mark->Await() : current.status();
}

Status ElapsedNanoseconds(Event* start, Event* stop, uint64_t* nanoseconds) {
  const CurrentContext current(start->device);  // destroyed after the marks
  const std::shared_ptr<Mark> from = start->Latest();
  const std::shared_ptr<Mark> to = stop->Latest();
  if (from == nullptr || to == nullptr) {
    return errors::FailedPrecondition("only complete events have a time between them");
  }
  return current.ok() ? Mark::Elapsed(*from, *to, nanoseconds) : current.status();
}

}  // namespace pluggable::driver
