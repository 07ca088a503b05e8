// The driver of an owner's device, which has OpenCL, with memory that the host does not reach. It
// is as plain as docs/bring_up.md has it: a mark for each record, a thread for each call of the
// host.

#include "driver/driver.h"

#include <sys/mman.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include "driver/device.h"
#include "driver/opencl/vendors.h"

namespace pluggable::own {

namespace {

constexpr uint64_t kCapacity = uint64_t{1} << 31;
constexpr uint64_t kRange = 8 * kCapacity;
constexpr uint64_t kUnit = uint64_t{64} << 10;

Status ToStatus(const char* function, cl_int code) {
  return code == CL_SUCCESS ? Status() : errors::Internal(function, " failed: ", code);
}

struct TheDevice {
  cl_device_id id = nullptr;
  cl_context context = nullptr;
};

TheDevice& Hardware() {
  static auto* const device = [] {
    auto* const found = new TheDevice;
    opencl::OpenVendorLibraries();  // TensorFlow has another LLVM
    cl_platform_id platform = nullptr;
    if (clGetPlatformIDs(1, &platform, nullptr) == CL_SUCCESS) {
      clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &found->id, nullptr);
    }
    return found;
  }();
  return *device;
}

// Buffers at addresses that nobody can read.
class Memory {
 public:
  static Memory& Get() {
    static auto* const memory = new Memory;
    return *memory;
  }

  void* Allocate(uint64_t size) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (size == 0 || size > kCapacity - used_ || next_ + size > kRange) return nullptr;
    cl_int code = CL_SUCCESS;
    cl_mem buffer = clCreateBuffer(Hardware().context, CL_MEM_READ_WRITE, size, nullptr, &code);
    if (code != CL_SUCCESS) return nullptr;
    const uint64_t offset = next_;
    next_ += (size + kUnit - 1) / kUnit * kUnit;
    buffers_[offset] = {size, buffer};
    used_ += size;
    return base_ + offset;
  }

  void Free(void* memory) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = buffers_.find(At(memory));
    if (found == buffers_.end()) return;
    used_ -= found->second.size;
    clReleaseMemObject(found->second.handle);
    buffers_.erase(found);
  }

  bool Contains(const void* pointer) const { return pointer >= base_ && pointer < base_ + kRange; }

  bool Find(const void* pointer, cl_mem* buffer, cl_ulong* offset) {
    const std::lock_guard<std::mutex> lock(mutex_);
    auto next = buffers_.upper_bound(At(pointer));
    if (!Contains(pointer) || next == buffers_.begin()) return false;
    const auto& [begin, found] = *std::prev(next);
    *buffer = found.handle;
    *offset = At(pointer) - begin;
    return *offset <= found.size;
  }

  uint64_t BytesFree() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return kCapacity - used_;
  }

 private:
  struct Buffer {
    uint64_t size;
    cl_mem handle;
  };

  uint64_t At(const void* pointer) const {
    return static_cast<uint64_t>(static_cast<const char*>(pointer) - base_);
  }

  char* const base_ = static_cast<char*>(
      mmap(nullptr, kRange, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  std::mutex mutex_;
  std::map<uint64_t, Buffer> buffers_;
  uint64_t next_ = 0;
  uint64_t used_ = 0;
};

}  // namespace

cl_device_id DeviceId(int /*ordinal*/) { return Hardware().id; }
cl_context Context(int /*ordinal*/) { return Hardware().context; }

bool FindBuffer(const void* pointer, cl_mem* buffer, cl_ulong* offset) {
  return Memory::Get().Find(pointer, buffer, offset);
}

}  // namespace pluggable::own

namespace pluggable::driver {

using own::Hardware;
using own::kCapacity;
using own::Memory;
using own::ToStatus;

namespace {

// An event of OpenCL's that is released with it.
using Mark = std::shared_ptr<_cl_event>;

Status MarkOf(Queue* queue, Mark* mark) {
  cl_event event = nullptr;
  const cl_int code = clEnqueueMarkerWithWaitList(queue->handle, 0, nullptr, &event);
  if (code == CL_SUCCESS) mark->reset(event, &clReleaseEvent);
  clFlush(queue->handle);
  return ToStatus("clEnqueueMarkerWithWaitList", code);
}

}  // namespace

struct Event {
  std::mutex mutex;
  Mark latest;  // null: never recorded

  Mark Latest() {
    const std::lock_guard<std::mutex> lock(mutex);
    return latest;
  }
};

int DeviceCount() { return Hardware().id == nullptr ? 0 : 1; }

Status OpenDevice(int /*ordinal*/) {
  if (Hardware().context != nullptr) return Status();
  cl_int code = CL_SUCCESS;
  Hardware().context = clCreateContext(nullptr, 1, &Hardware().id, nullptr, nullptr, &code);
  return ToStatus("clCreateContext", code);
}

void CloseDevice(int /*ordinal*/) {}

DeviceProperties Properties(int /*ordinal*/) {
  DeviceProperties properties;
  properties.name = "Own";
  properties.vendor = "plugingen";
  properties.memory_capacity = kCapacity;
  properties.memory_alignment = 256;
  properties.host_reaches_memory = false;
  return properties;
}

void* Allocate(int /*ordinal*/, uint64_t size) { return Memory::Get().Allocate(size); }

void Free(int /*ordinal*/, void* memory) { Memory::Get().Free(memory); }

void* AllocateHost(int /*ordinal*/, uint64_t size) {
  return size > PTRDIFF_MAX / 2 ? nullptr : std::aligned_alloc(256, (size / 256 + 1) * 256);
}

void FreeHost(int /*ordinal*/, void* memory) { std::free(memory); }

void* AllocateUnified(int /*ordinal*/, uint64_t /*size*/) { return nullptr; }

void FreeUnified(int /*ordinal*/, void* /*memory*/) {}

bool MemoryUsage(int /*ordinal*/, int64_t* free, int64_t* total) {
  *free = static_cast<int64_t>(Memory::Get().BytesFree());
  *total = static_cast<int64_t>(kCapacity);
  return true;
}

int DeviceOf(const void* pointer) { return Memory::Get().Contains(pointer) ? 0 : -1; }

void* DevicePointer(const void* pointer) { return const_cast<void*>(pointer); }

Status CreateQueue(int /*ordinal*/, int /*priority*/, Queue** queue) {
  cl_int code = CL_SUCCESS;
  cl_command_queue handle =
      clCreateCommandQueue(Hardware().context, Hardware().id, CL_QUEUE_PROFILING_ENABLE, &code);
  if (code == CL_SUCCESS) *queue = new Queue{handle};
  return ToStatus("clCreateCommandQueue", code);
}

void DestroyQueue(Queue* queue) {
  clFinish(queue->handle);
  clReleaseCommandQueue(queue->handle);
  delete queue;
}

Status Synchronize(Queue* queue) { return ToStatus("clFinish", clFinish(queue->handle)); }

bool Idle(Queue* queue) {
  Mark mark;
  cl_int state = CL_QUEUED;
  return MarkOf(queue, &mark).ok() &&
         clGetEventInfo(mark.get(), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(state), &state,
                        nullptr) == CL_SUCCESS &&
         state == CL_COMPLETE;
}

Status CopyToDevice(Queue* queue, void* device_dst, const void* host_src, uint64_t size) {
  cl_mem buffer = nullptr;
  cl_ulong offset = 0;
  if (size == 0) return Status();
  if (!FindBuffer(device_dst, &buffer, &offset)) return errors::InvalidArgument("no memory");
  return ToStatus("clEnqueueWriteBuffer",
                  clEnqueueWriteBuffer(queue->handle, buffer, CL_FALSE, offset, size, host_src, 0,
                                       nullptr, nullptr));
}

Status TakeCopyError(Queue* /*queue*/) { return Status(); }

Status CopyToHost(Queue* queue, void* host_dst, const void* device_src, uint64_t size) {
  cl_mem buffer = nullptr;
  cl_ulong offset = 0;
  if (size == 0) return Status();
  if (!FindBuffer(device_src, &buffer, &offset)) return errors::InvalidArgument("no memory");
  return ToStatus("clEnqueueReadBuffer",
                  clEnqueueReadBuffer(queue->handle, buffer, CL_FALSE, offset, size, host_dst, 0,
                                      nullptr, nullptr));
}

Status CopyOnDevice(Queue* queue, void* device_dst, const void* device_src, uint64_t size) {
  cl_mem from = nullptr;
  cl_mem to = nullptr;
  cl_ulong from_offset = 0;
  cl_ulong to_offset = 0;
  if (size == 0 || device_dst == device_src) return Status();
  if (!FindBuffer(device_src, &from, &from_offset) || !FindBuffer(device_dst, &to, &to_offset)) {
    return errors::InvalidArgument("no memory");
  }
  return ToStatus("clEnqueueCopyBuffer", clEnqueueCopyBuffer(queue->handle, from, to, from_offset,
                                                             to_offset, size, 0, nullptr, nullptr));
}

Status Fill(Queue* queue, void* device_dst, uint32_t pattern, int pattern_bytes, uint64_t size) {
  cl_mem buffer = nullptr;
  cl_ulong offset = 0;
  const auto bytes = static_cast<uint64_t>(pattern_bytes);
  if (size % bytes != 0) return errors::InvalidArgument("half a pattern");
  if (size == 0) return Status();
  if (!FindBuffer(device_dst, &buffer, &offset)) return errors::InvalidArgument("no memory");
  return ToStatus("clEnqueueFillBuffer", clEnqueueFillBuffer(queue->handle, buffer, &pattern, bytes,
                                                             offset, size, 0, nullptr, nullptr));
}

Status Run(Queue* /*queue*/, Work&& /*work*/, int64_t /*cost*/) {
  return errors::Unimplemented("the host does not reach the memory");
}

// The device's own kernels, which owners launch by handles of their own.
Status Launch(Queue* queue, const void* function, Dim3 /*grid*/, Dim3 /*block*/, void** args,
              size_t /*shared_bytes*/) {
  if (function == nullptr) return errors::InvalidArgument("no kernel to launch");
  return (*static_cast<const own::Kernel*>(function))(queue->handle, args);
}

Status HostCall(Queue* queue, void (*function)(void*), void* arg) {
  Mark turn;
  Status status = MarkOf(queue, &turn);
  if (!status.ok()) return status;
  cl_int code = CL_SUCCESS;
  const Mark gate(clCreateUserEvent(Hardware().context, &code), &clReleaseEvent);
  const cl_event gate_event = gate.get();
  code = clEnqueueBarrierWithWaitList(queue->handle, 1, &gate_event, nullptr);
  if (code != CL_SUCCESS) return ToStatus("clEnqueueBarrierWithWaitList", code);
  clFlush(queue->handle);
  std::thread([=] {
    const cl_event turn_event = turn.get();
    clWaitForEvents(1, &turn_event);
    function(arg);
    clSetUserEventStatus(gate.get(), CL_COMPLETE);
  }).detach();
  return Status();
}

Status CreateEvent(int /*ordinal*/, Event** event) {
  *event = new Event;
  return Status();
}

void DestroyEvent(Event* event) { delete event; }

Status RecordEvent(Queue* queue, Event* event) {
  Mark mark;
  Status status = MarkOf(queue, &mark);
  const std::lock_guard<std::mutex> lock(event->mutex);
  if (status.ok()) event->latest = mark;
  return status;
}

Status WaitEvent(Queue* queue, Event* event) {
  const Mark mark = event->Latest();
  if (mark == nullptr) return Status();
  const cl_event handle = mark.get();
  return ToStatus("clEnqueueBarrierWithWaitList",
                  clEnqueueBarrierWithWaitList(queue->handle, 1, &handle, nullptr));
}

EventState QueryEvent(Event* event) {
  const Mark mark = event->Latest();
  cl_int state = CL_COMPLETE;
  if (mark != nullptr) {
    clGetEventInfo(mark.get(), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(state), &state, nullptr);
  }
  if (state < 0) return EventState::kFailed;
  return state == CL_COMPLETE ? EventState::kComplete : EventState::kPending;
}

Status SynchronizeEvent(Event* event) {
  const Mark mark = event->Latest();
  const cl_event handle = mark.get();
  return handle == nullptr ? Status() : ToStatus("clWaitForEvents", clWaitForEvents(1, &handle));
}

Status ElapsedNanoseconds(Event* start, Event* stop, uint64_t* nanoseconds) {
  cl_ulong times[2] = {0, 0};
  for (int i = 0; i < 2; ++i) {
    const Mark mark = (i == 0 ? start : stop)->Latest();
    if (mark == nullptr ||
        clGetEventProfilingInfo(mark.get(), CL_PROFILING_COMMAND_END, sizeof(times[i]), &times[i],
                                nullptr) != CL_SUCCESS) {
      return errors::FailedPrecondition("only complete events have a time between them");
    }
  }
  *nanoseconds = times[1] > times[0] ? times[1] - times[0] : 0;
  return Status();
}

}  // namespace pluggable::driver
