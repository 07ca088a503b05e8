// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The driver for devices with OpenCL 1.2. driver.h describes each function.

#include "driver/driver.h"

#include <cstdlib>
#include <future>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "pluggable/device_kernel.h"

#include "driver/opencl/device.h"
#include "driver/opencl_settings.h"
#include "runtime/log.h"

namespace pluggable::driver {

using opencl::Api;
using opencl::Commands;
using opencl::Mark;
using opencl::Place;
using opencl::ToStatus;

struct Queue {
  opencl::Device& device;
  const std::shared_ptr<Commands> commands;
};

struct Event {
  std::mutex mutex;
  std::shared_ptr<Mark> latest;  // null: never recorded

  std::shared_ptr<Mark> Latest() {
    const std::lock_guard<std::mutex> lock(mutex);
    return latest;
  }
};

namespace {

constexpr uint64_t kHostAlignment = 256;
constexpr uint64_t kAlignment = 256;

// Prints once why there is no device.
void ExplainNoDevice() {
  static std::once_flag once;
  std::call_once(once, [] {
    if (runtime::IsVerbose()) runtime::Log(opencl::TheDevices().reason);
  });
}

Status CopyThrough(void* block, opencl::Device& to, const Place& dst, opencl::Device& from,
                   const Place& src, uint64_t size) {
  constexpr char kFunction[] =
      "a copy between two devices: clEnqueueReadBuffer or clEnqueueWriteBuffer";
  Status status = Commands::PutAndWait(kFunction, [&](cl_event* event) {
    return Api::Get().EnqueueReadBuffer(from.transfers().handle(), src.buffer, CL_TRUE, src.offset,
                                        size, block, 0, nullptr, event);
  });
  if (!status.ok()) return status;
  return Commands::PutAndWait(kFunction, [&](cl_event* event) {
    return Api::Get().EnqueueWriteBuffer(to.transfers().handle(), dst.buffer, CL_TRUE, dst.offset,
                                         size, block, 0, nullptr, event);
  });
}

// Copies through host memory when the queue's turn comes, and blocks until then: TensorFlow waits
// for the copy on other queues, which would not see an error.
Status CopyBetweenDevices(Queue* queue, opencl::Device& to, const Place& dst, opencl::Device& from,
                          const Place& src, uint64_t size) {
  const std::unique_ptr<void, void (*)(void*)> block(std::malloc(size), &std::free);
  if (block == nullptr) {
    return errors::ResourceExhausted("no host memory for a copy of ", size,
                                     " bytes between two devices");
  }
  std::promise<Status> copied;
  Status status = queue->commands->Call([&] {
    copied.set_value(CopyThrough(block.get(), to, dst, from, src, size));
    return Status();
  });
  return status.ok() ? copied.get_future().get() : status;
}

// Sets the arguments of a kernel, whose lock must be held. A pointer is a buffer and an offset.
Status SetArguments(const DeviceKernel& kernel, cl_kernel handle, const opencl::Memory& memory,
                    void** args) {
  const Api& api = Api::Get();
  cl_uint index = 0;
  for (size_t i = 0; i < kernel.num_args; ++i) {
    cl_int code = CL_SUCCESS;
    if (kernel.args[i].is_pointer) {
      const void* const pointer = *static_cast<void* const*>(args[i]);
      Place place;
      if (pointer != nullptr) {
        Status status = memory.Find(pointer, 0, &place);
        if (!status.ok()) return status;
      }
      const void* const buffer = static_cast<const void*>(&place.buffer);
      code =
          api.SetKernelArg(handle, index++, sizeof(cl_mem), pointer == nullptr ? nullptr : buffer);
      const cl_ulong offset = place.offset;
      if (code == CL_SUCCESS) code = api.SetKernelArg(handle, index++, sizeof(offset), &offset);
    } else {
      code = api.SetKernelArg(handle, index++, kernel.args[i].size, args[i]);
    }
    if (code != CL_SUCCESS) return ToStatus("clSetKernelArg", code);
  }
  return Status();
}

}  // namespace

int DeviceCount() {
  const int count = opencl::Device::Count();
  if (count == 0) ExplainNoDevice();
  return count;
}

Status OpenDevice(int ordinal) { return opencl::Device::Get(ordinal).Open(); }

void CloseDevice(int /*ordinal*/) {}

DeviceProperties Properties(int ordinal) {
  const opencl::Device& device = opencl::Device::Get(ordinal);
  const opencl::DeviceInfo& info = device.info();
  DeviceProperties properties;
  properties.name = info.name.c_str();
  properties.vendor = info.vendor.c_str();
  properties.driver_version = info.driver_version.c_str();
  properties.memory_capacity = opencl::Device::Get(ordinal).memory().capacity();
  properties.memory_alignment = kAlignment;
  properties.fails_late = true;
  properties.largest_allocation = info.max_allocation;
  properties.num_multiprocessors = static_cast<int>(info.compute_units);
  properties.max_threads_per_block = info.max_work_group;
  properties.shared_memory_per_block = info.local_memory;
  properties.host_reaches_memory = false;
  return properties;
}

void* Allocate(int ordinal, uint64_t size) {
  opencl::Device& device = opencl::Device::Get(ordinal);
  return device.memory().Allocate(device.context(), device.transfers().handle(), size);
}

void Free(int ordinal, void* memory) { opencl::Device::Get(ordinal).memory().Free(memory); }

void* AllocateHost(int /*ordinal*/, uint64_t size) {
  if (size > PTRDIFF_MAX - kHostAlignment) return nullptr;
  const uint64_t units = size / kHostAlignment + 1;
  return std::aligned_alloc(kHostAlignment, units * kHostAlignment);
}

void FreeHost(int /*ordinal*/, void* memory) { std::free(memory); }

void* AllocateUnified(int /*ordinal*/, uint64_t /*size*/) { return nullptr; }

void FreeUnified(int /*ordinal*/, void* /*memory*/) {}

bool MemoryUsage(int ordinal, int64_t* free, int64_t* total) {
  const opencl::Memory& memory = opencl::Device::Get(ordinal).memory();
  *total = static_cast<int64_t>(memory.capacity());
  *free = static_cast<int64_t>(memory.capacity() - memory.BytesUsed());
  return true;
}

int DeviceOf(const void* pointer) { return opencl::Device::Of(pointer); }

// Never called, like Run: the host cannot access the memory.
void* DevicePointer(const void* pointer) { return const_cast<void*>(pointer); }

// OpenCL 1.2 has no priorities.
Status CreateQueue(int ordinal, int /*priority*/, Queue** queue) {
  opencl::Device& device = opencl::Device::Get(ordinal);
  std::shared_ptr<Commands> commands;
  Status status = device.CommandsForStream(&commands);
  if (status.ok()) *queue = new Queue{device, std::move(commands)};
  return status;
}

void DestroyQueue(Queue* queue) {
  queue->commands->Finish().IgnoreError();
  delete queue;
}

Status Synchronize(Queue* queue) { return queue->commands->Finish(); }

bool Idle(Queue* queue) { return queue->commands->IsIdle(); }

Status CopyToDevice(Queue* queue, void* device_dst, const void* host_src, uint64_t size) {
  if (size == 0) return Status();
  Place dst;
  Status status = queue->device.memory().Find(device_dst, size, &dst);
  if (!status.ok()) return status;
  return queue->commands->Put(
      "clEnqueueWriteBuffer", /*is_urgent=*/false,
      [&](cl_event* event) {
        return Api::Get().EnqueueWriteBuffer(queue->commands->handle(), dst.buffer, CL_FALSE,
                                             dst.offset, size, host_src, 0, nullptr, event);
      },
      opencl::Outcomes::Role::kCopyToDevice);
}

Status TakeCopyError(Queue* queue) { return queue->commands->TakeCopyError(); }

Status CopyToHost(Queue* queue, void* host_dst, const void* device_src, uint64_t size) {
  if (size == 0) return Status();
  Place src;
  Status status = queue->device.memory().Find(device_src, size, &src);
  if (!status.ok()) return status;
  return queue->commands->Put("clEnqueueReadBuffer", /*is_urgent=*/true, [&](cl_event* event) {
    return Api::Get().EnqueueReadBuffer(queue->commands->handle(), src.buffer, CL_FALSE, src.offset,
                                        size, host_dst, 0, nullptr, event);
  });
}

Status CopyOnDevice(Queue* queue, void* device_dst, const void* device_src, uint64_t size) {
  if (size == 0 || device_dst == device_src) return Status();
  const int to = DeviceOf(device_dst);
  const int from = DeviceOf(device_src);
  if (to < 0 || from < 0) {
    return errors::InvalidArgument("a copy on the device from or to memory that is not a device's");
  }
  Place dst;
  Status status = opencl::Device::Get(to).memory().Find(device_dst, size, &dst);
  if (!status.ok()) return status;
  Place src;
  status = opencl::Device::Get(from).memory().Find(device_src, size, &src);
  if (!status.ok()) return status;
  if (to != from) {
    return CopyBetweenDevices(queue, opencl::Device::Get(to), dst, opencl::Device::Get(from), src,
                              size);
  }
  return queue->commands->Put("clEnqueueCopyBuffer", /*is_urgent=*/false, [&](cl_event* event) {
    return Api::Get().EnqueueCopyBuffer(queue->commands->handle(), src.buffer, dst.buffer,
                                        src.offset, dst.offset, size, 0, nullptr, event);
  });
}

Status Fill(Queue* queue, void* device_dst, uint32_t pattern, int pattern_bytes, uint64_t size) {
  const auto bytes = static_cast<uint64_t>(pattern_bytes);
  if (size % bytes != 0) {
    return errors::InvalidArgument("cannot fill ", size, " bytes with a pattern of ", pattern_bytes,
                                   " bytes");
  }
  if (size == 0) return Status();
  Place dst;
  Status status = queue->device.memory().Find(device_dst, size, &dst);
  if (!status.ok()) return status;
  const cl_command_queue handle = queue->commands->handle();
  if (dst.offset % bytes == 0) {
    return queue->commands->Put("clEnqueueFillBuffer", /*is_urgent=*/false, [&](cl_event* event) {
      return Api::Get().EnqueueFillBuffer(handle, dst.buffer, &pattern, bytes, dst.offset, size, 0,
                                          nullptr, event);
    });
  }
  // OpenCL can only fill at multiples of the pattern's size. TensorFlow's buffers never start
  // elsewhere.
  std::vector<uint32_t> words(size / bytes, pattern);
  return Commands::PutAndWait("clEnqueueWriteBuffer", [&](cl_event* event) {
    return Api::Get().EnqueueWriteBuffer(handle, dst.buffer, CL_TRUE, dst.offset, size,
                                         words.data(), 0, nullptr, event);
  });
}

Status Run(Queue* /*queue*/, Work&& /*work*/, int64_t /*cost*/) {
  return errors::Unimplemented("the host does not reach the memory of OpenCL devices");
}

Status Launch(Queue* queue, const void* function, Dim3 grid, Dim3 block, void** args,
              size_t shared_bytes) {
  if (function == nullptr) return errors::InvalidArgument("no kernel to launch");
  if (grid.count() == 0 || block.count() == 0) {
    return errors::InvalidArgument("a launch needs at least one block of one thread");
  }
  if (shared_bytes != 0) {
    return errors::InvalidArgument("kernels of OpenCL declare their shared memory themselves");
  }
  const auto& kernel = *static_cast<const DeviceKernel*>(function);
  const std::shared_ptr<opencl::BuiltKernel> built = queue->device.programs().Find(kernel);
  if (!built->status.ok()) return built->status;
  const size_t threads[] = {size_t{grid.x} * block.x, size_t{grid.y} * block.y,
                            size_t{grid.z} * block.z};
  const size_t group[] = {block.x, block.y, block.z};
  const std::lock_guard<std::mutex> lock(built->launching);
  Status status = SetArguments(kernel, built->handle, queue->device.memory(), args);
  if (!status.ok()) return status;
  return queue->commands->Put("clEnqueueNDRangeKernel", /*is_urgent=*/false, [&](cl_event* event) {
    return Api::Get().EnqueueNDRangeKernel(queue->commands->handle(), built->handle, 3, nullptr,
                                           threads, group, 0, nullptr, event);
  });
}

Status HostCall(Queue* queue, void (*function)(void*), void* arg) {
  return queue->commands->Call([function, arg] {
    function(arg);
    return Status();
  });
}

Status CreateEvent(int /*ordinal*/, Event** event) {
  *event = new Event;
  return Status();
}

void DestroyEvent(Event* event) { delete event; }

Status RecordEvent(Queue* queue, Event* event) {
  std::shared_ptr<Mark> mark;
  Status status = queue->commands->Record(&mark);
  if (!status.ok()) return status;
  const std::lock_guard<std::mutex> lock(event->mutex);
  event->latest = std::move(mark);
  return status;
}

Status WaitEvent(Queue* queue, Event* event) {
  std::shared_ptr<Mark> mark = event->Latest();
  return mark == nullptr ? Status() : queue->commands->WaitFor(std::move(mark));
}

EventState QueryEvent(Event* event) {
  const std::shared_ptr<Mark> mark = event->Latest();
  if (mark == nullptr) return EventState::kComplete;
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
  const std::shared_ptr<Mark> mark = event->Latest();
  return mark == nullptr ? Status() : mark->Await();
}

Status ElapsedNanoseconds(Event* start, Event* stop, uint64_t* nanoseconds) {
  const std::shared_ptr<Mark> from = start->Latest();
  const std::shared_ptr<Mark> to = stop->Latest();
  if (from == nullptr || to == nullptr || from->state() != Mark::State::kComplete ||
      to->state() != Mark::State::kComplete) {
    return errors::FailedPrecondition("only complete events have a time between them");
  }
  uint64_t begin = 0;
  uint64_t end = 0;
  Status status = from->Time(&begin);
  status.Update(to->Time(&end));
  *nanoseconds = end > begin ? end - begin : 0;
  return status;
}

}  // namespace pluggable::driver
