// A libcuda.so.1 for tests on machines without a GPU: CUDA's driver API, as far as
// library/driver/cuda uses it, by the OpenCL driver of library/driver/opencl. Streams work beside
// the host, memory is out of its reach, and kernels run.
//
// A module's kernels are those of the OpenCL C that its PTX was made of: FAKE_CUDA_PROGRAMS is the
// folder with both, as library/device_kernels.cmake leaves them. What is wrong by CUDA's rules
// fails: no current context, or that of another device than the stream's, the kernel's or the
// event's; grids and blocks beyond a GPU's limits; elements at addresses that are no multiples of
// their size; calls in a forked child. Where CUDA is undefined, as for handles that are destroyed
// and memory that is not allocated, the process ends.
//
//   fake_cuda_fail("cuMemAlloc_v2", 2, 1)   after two calls more that succeed, one fails
//   fake_cuda_fail_kernel(3, 10)            after three launches more, one fails by an illegal
//                                           access, which is known ten calls later, or as soon as
//                                           somebody waits
//   fake_cuda_calls("cuMemAlloc_v2")        how often it has been called
//   fake_cuda_direct_copies()               how many copies between devices went directly
//
// The libraries of libraries/ have their functions counted and failing in the same way.
//
// FAKE_CUDA_FAIL names the function that fails from the beginning on. FAKE_CUDA_MOST_THREADS is how
// many threads a block of any kernel may have. FAKE_CUDA_VERSION is the version of CUDA, 13000 by
// default.
//
// FAKE_CUDA_POOLS=0 is a device without memory pools, FAKE_CUDA_PEERS=0 one that cannot access the
// memory of others. FAKE_CUDA_PROHIBITED is a device that must not be used.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "context.h"
#include "driver/driver.h"
#include "faults.h"
#include "modules.h"
#include "peers.h"
#include "pools.h"
#include "results.h"

namespace fake_cuda {

struct Event {
  Context* context;
  pluggable::driver::Event* event;
  std::atomic<bool> is_recorded{false};
  std::atomic<int64_t> pretended{0};  // PretendedMilliseconds() when it was recorded
};

// Milliseconds by which events are later than they are.
std::atomic<int64_t>& PretendedMilliseconds() {
  static std::atomic<int64_t> milliseconds{0};
  return milliseconds;
}

namespace {

namespace driver = pluggable::driver;
using pluggable::Status;

constexpr unsigned kMaxBlocksBeyondX = 65535;
constexpr unsigned kMaxThreads = 1024;
constexpr unsigned kMaxThreadsInZ = 64;
constexpr size_t kStagedBytes = 64 * 1024;

Context* ContextOf(int ordinal) {
  static std::mutex mutex;
  static auto* const contexts = new std::map<int, Context*>;
  const std::lock_guard<std::mutex> lock(mutex);
  Context*& context = (*contexts)[ordinal];
  if (context == nullptr) context = new Context{ordinal};
  return context;
}

Handles& Events() {
  static auto* const handles = new Handles;
  return *handles;
}

Handles& DeviceMemory() {
  static auto* const handles = new Handles;
  return *handles;
}

unsigned MostThreadsOfKernels() {
  const char* const most = std::getenv("FAKE_CUDA_MOST_THREADS");
  return most == nullptr ? kMaxThreads : static_cast<unsigned>(std::atoi(most));
}

// Memory of the host's that cuMemHostAlloc gave out.
class Pinned {
 public:
  void Add(const void* memory, size_t size) {
    const std::lock_guard<std::mutex> lock(mutex_);
    sizes_[reinterpret_cast<uintptr_t>(memory)] = size;
  }
  void Remove(const void* memory) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (sizes_.erase(reinterpret_cast<uintptr_t>(memory)) == 0) {
      Misuse("cuMemFreeHost", "memory that is not allocated");
    }
  }
  bool Contains(const void* pointer, size_t size) {
    const auto address = reinterpret_cast<uintptr_t>(pointer);
    const std::lock_guard<std::mutex> lock(mutex_);
    auto after = sizes_.upper_bound(address);
    if (after == sizes_.begin()) return false;
    --after;
    return address + size <= after->first + after->second;
  }

 private:
  std::mutex mutex_;
  std::map<uintptr_t, size_t> sizes_;
};

Pinned& ThePinned() {
  static auto* const pinned = new Pinned;
  return *pinned;
}

}  // namespace

thread_local Context* g_current = nullptr;
thread_local bool g_is_refused = false;

Handles& Streams() {
  static auto* const handles = new Handles;
  return *handles;
}

Result CheckStream(const char* function, const Stream* stream) {
  Streams().Check(function, stream);
  return stream->context == g_current ? kSuccess : kInvalidHandle;
}

}  // namespace fake_cuda

using namespace fake_cuda;

#pragma GCC visibility push(default)
extern "C" {

Result cuInit(unsigned) {
  FAKE_CUDA_RETURN(EnterAlways("cuInit"));
  return driver::DeviceCount() == 0 ? kNoDevice : kSuccess;
}

Result cuGetErrorName(Result code, const char** name) {
  static const auto* const names = new std::map<Result, const char*>{
      {kInvalidValue, "CUDA_ERROR_INVALID_VALUE"},
      {kOutOfMemory, "CUDA_ERROR_OUT_OF_MEMORY"},
      {kNotInitialized, "CUDA_ERROR_NOT_INITIALIZED"},
      {kNoDevice, "CUDA_ERROR_NO_DEVICE"},
      {kInvalidDevice, "CUDA_ERROR_INVALID_DEVICE"},
      {kInvalidContext, "CUDA_ERROR_INVALID_CONTEXT"},
      {kPeerAccessUnsupported, "CUDA_ERROR_PEER_ACCESS_UNSUPPORTED"},
      {kInvalidPtx, "CUDA_ERROR_INVALID_PTX"},
      {kInvalidHandle, "CUDA_ERROR_INVALID_HANDLE"},
      {kNotFound, "CUDA_ERROR_NOT_FOUND"},
      {kNotReady, "CUDA_ERROR_NOT_READY"},
      {kIllegalAddress, "CUDA_ERROR_ILLEGAL_ADDRESS"},
      {kLaunchOutOfResources, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"},
      {kPeerAccessAlreadyEnabled, "CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED"},
      {kMisalignedAddress, "CUDA_ERROR_MISALIGNED_ADDRESS"},
      {kUnsupported, "CUDA_ERROR_NOT_SUPPORTED"},
      {kUnknown, "CUDA_ERROR_UNKNOWN"},
  };
  const auto found = names->find(code);
  *name = found == names->end() ? nullptr : found->second;
  return found == names->end() ? kInvalidValue : kSuccess;
}

Result cuGetErrorString(Result code, const char** text) { return cuGetErrorName(code, text); }

Result cuDeviceGetCount(int* count) {
  FAKE_CUDA_RETURN(EnterAlways("cuDeviceGetCount"));
  *count = driver::DeviceCount();
  return kSuccess;
}

Result cuDeviceGet(int* device, int ordinal) {
  FAKE_CUDA_RETURN(EnterAlways("cuDeviceGet"));
  *device = ordinal;
  return kSuccess;
}

Result cuDeviceGetName(char* name, int size, int device) {
  FAKE_CUDA_RETURN(EnterAlways("cuDeviceGetName"));
  std::strncpy(name, ("fake GPU " + std::to_string(device)).c_str(), static_cast<size_t>(size));
  return kSuccess;
}

Result cuDeviceGetPCIBusId(char* id, int size, int device) {
  FAKE_CUDA_RETURN(EnterAlways("cuDeviceGetPCIBusId"));
  std::strncpy(id, ("0000:0" + std::to_string(device) + ":00.0").c_str(),
               static_cast<size_t>(size));
  return kSuccess;
}

Result cuDeviceTotalMem_v2(size_t* bytes, int device) {
  FAKE_CUDA_RETURN(EnterAlways("cuDeviceTotalMem_v2"));
  const char* const chosen = std::getenv("FAKE_CUDA_MEMORY");
  *bytes = chosen == nullptr ? driver::Properties(device).memory_capacity
                             : std::strtoull(chosen, nullptr, 10);
  return kSuccess;
}

Result cuDeviceGetAttribute(int* value, int attribute, int device) {
  FAKE_CUDA_RETURN(EnterAlways("cuDeviceGetAttribute"));
  switch (attribute) {
    case 1:  // the threads of a block
      *value = kMaxThreads;
      return kSuccess;
    case 8:  // its shared memory
      *value = 48 * 1024;
      return kSuccess;
    case 16:         // multiprocessors
      *value = 132;  // as many as an H200 has, so that work is shared among blocks
      return kSuccess;
    case 20: {  // the compute mode
      const char* const prohibited = std::getenv("FAKE_CUDA_PROHIBITED");
      *value = prohibited != nullptr && std::atoi(prohibited) == device ? 2 : 0;
      return kSuccess;
    }
    case 115: {  // memory pools
      const char* const chosen = std::getenv("FAKE_CUDA_POOLS");
      *value = chosen == nullptr ? 1 : std::atoi(chosen);
      return kSuccess;
    }
    default:
      return kInvalidValue;
  }
}

Result cuDriverGetVersion(int* version) {
  FAKE_CUDA_RETURN(EnterAlways("cuDriverGetVersion"));
  const char* const chosen = std::getenv("FAKE_CUDA_VERSION");
  *version = chosen == nullptr ? 13000 : std::atoi(chosen);
  return kSuccess;
}

Result cuDevicePrimaryCtxRetain(Context** context, int device) {
  FAKE_CUDA_RETURN(Enter("cuDevicePrimaryCtxRetain"));
  if (!driver::OpenDevice(device).ok()) return kUnknown;
  *context = ContextOf(device);
  return kSuccess;
}

Result cuCtxGetCurrent(Context** context) {
  const Result entered = EnterAlways("cuCtxGetCurrent");
  g_is_refused = entered != kSuccess;
  FAKE_CUDA_RETURN(entered);
  *context = g_current;
  return kSuccess;
}

Result cuCtxSetCurrent(Context* context) {
  const Result entered = EnterAlways("cuCtxSetCurrent");
  g_is_refused = entered != kSuccess;
  FAKE_CUDA_RETURN(entered);
  g_current = context;
  return kSuccess;
}

Result cuCtxGetStreamPriorityRange(int* least, int* greatest) {
  FAKE_CUDA_CALL("cuCtxGetStreamPriorityRange");
  *least = 0;
  *greatest = -5;
  return kSuccess;
}

Result cuMemAlloc_v2(Address* address, size_t size) {
  FAKE_CUDA_CALL("cuMemAlloc_v2", kOutOfMemory);
  if (size == 0) return kInvalidValue;
  void* const memory = driver::Allocate(g_current->ordinal, size);
  if (memory == nullptr) return kOutOfMemory;
  DeviceMemory().Add(memory);
  *address = reinterpret_cast<Address>(memory);
  return kSuccess;
}

Result cuMemFree_v2(Address address) {
  FAKE_CUDA_DESTROY("cuMemFree_v2");
  if (FreedAsBlock(address)) return kSuccess;
  FAKE_CUDA_RETURN(Await(g_current));
  auto* const memory = reinterpret_cast<void*>(address);
  DeviceMemory().Remove("cuMemFree_v2", memory);
  driver::Free(driver::DeviceOf(memory), memory);
  return kSuccess;
}

Result cuMemGetInfo_v2(size_t* free, size_t* total) {
  FAKE_CUDA_CALL("cuMemGetInfo_v2");
  int64_t bytes_free = 0;
  int64_t bytes = 0;
  driver::MemoryUsage(g_current->ordinal, &bytes_free, &bytes);
  *free = static_cast<size_t>(bytes_free);
  *total = static_cast<size_t>(bytes);
  return kSuccess;
}

Result cuMemHostAlloc(void** memory, size_t size, unsigned) {
  FAKE_CUDA_CALL("cuMemHostAlloc", kOutOfMemory);
  if (size == 0) return kInvalidValue;
  *memory = driver::AllocateHost(g_current->ordinal, size);
  if (*memory == nullptr) return kOutOfMemory;
  ThePinned().Add(*memory, size);
  return kSuccess;
}

Result cuMemFreeHost(void* memory) {
  FAKE_CUDA_DESTROY("cuMemFreeHost");
  FAKE_CUDA_RETURN(Await(g_current));
  ThePinned().Remove(memory);
  driver::FreeHost(g_current->ordinal, memory);
  return kSuccess;
}

Result cuStreamCreateWithPriority(Stream** stream, unsigned, int priority) {
  FAKE_CUDA_CALL("cuStreamCreateWithPriority");
  auto created = std::make_unique<Stream>(Stream{g_current, nullptr});
  FAKE_CUDA_RETURN(CodeOf(driver::CreateQueue(g_current->ordinal, priority, &created->queue)));
  *stream = created.release();
  Streams().Add(*stream);
  return kSuccess;
}

Result cuStreamDestroy_v2(Stream* stream) {
  FAKE_CUDA_DESTROY("cuStreamDestroy_v2");
  Streams().Remove("cuStreamDestroy_v2", stream);
  driver::DestroyQueue(stream->queue);
  NoteWait(stream);
  delete stream;
  return kSuccess;
}

Result cuStreamQuery(Stream* stream) {
  FAKE_CUDA_PUT("cuStreamQuery", stream);
  return !IsStuck(g_current) && driver::Idle(stream->queue) ? kSuccess : kNotReady;
}

Result cuStreamSynchronize(Stream* stream) {
  FAKE_CUDA_PUT("cuStreamSynchronize", stream);
  FAKE_CUDA_RETURN(Await(g_current));
  FAKE_CUDA_RETURN(CodeOf(driver::Synchronize(stream->queue)));
  NoteWait(stream);
  return kSuccess;
}

Result cuEventCreate(Event** event, unsigned) {
  FAKE_CUDA_CALL("cuEventCreate");
  driver::Event* handle = nullptr;
  FAKE_CUDA_RETURN(CodeOf(driver::CreateEvent(g_current->ordinal, &handle)));
  *event = new Event{g_current, handle};
  Events().Add(*event);
  return kSuccess;
}

Result cuEventDestroy_v2(Event* event) {
  FAKE_CUDA_DESTROY("cuEventDestroy_v2");
  Events().Remove("cuEventDestroy_v2", event);
  driver::DestroyEvent(event->event);
  delete event;
  return kSuccess;
}

Result cuEventRecord(Event* event, Stream* stream) {
  FAKE_CUDA_PUT("cuEventRecord", stream);
  Events().Check("cuEventRecord", event);
  if (event->context != stream->context) return kInvalidHandle;
  event->is_recorded = true;
  event->pretended = PretendedMilliseconds().load();
  return CodeOf(driver::RecordEvent(stream->queue, event->event));
}

Result cuEventQuery(Event* event) {
  FAKE_CUDA_CALL("cuEventQuery");
  Events().Check("cuEventQuery", event);
  if (IsStuck(event->context)) return kNotReady;
  switch (driver::QueryEvent(event->event)) {
    case driver::EventState::kComplete:
      return kSuccess;
    case driver::EventState::kPending:
      return kNotReady;
    default:
      return kUnknown;
  }
}

Result cuEventSynchronize(Event* event) {
  FAKE_CUDA_CALL("cuEventSynchronize");
  Events().Check("cuEventSynchronize", event);
  FAKE_CUDA_RETURN(Await(event->context));
  return CodeOf(driver::SynchronizeEvent(event->event));
}

Result cuEventElapsedTime(float* milliseconds, Event* start, Event* stop) {
  FAKE_CUDA_CALL("cuEventElapsedTime");
  for (const Event* const event : {start, stop}) {
    Events().Check("cuEventElapsedTime", event);
    if (!event->is_recorded || event->context != start->context) return kInvalidHandle;
    if (driver::QueryEvent(event->event) == driver::EventState::kPending) return kNotReady;
  }
  uint64_t nanoseconds = 0;
  const Status status = driver::ElapsedNanoseconds(start->event, stop->event, &nanoseconds);
  *milliseconds = static_cast<float>(nanoseconds) / 1e6F +
                  static_cast<float>(stop->pretended - start->pretended);
  return CodeOf(status);
}

void fake_cuda_pretend_work(int milliseconds) { PretendedMilliseconds() += milliseconds; }

Result cuStreamWaitEvent(Stream* stream, Event* event, unsigned) {
  FAKE_CUDA_PUT("cuStreamWaitEvent", stream);
  Events().Check("cuStreamWaitEvent", event);
  if (event->context != g_current) FAKE_CUDA_RETURN(Await(event->context));
  return CodeOf(driver::WaitEvent(stream->queue, event->event));
}

// From the host's pageable memory CUDA copies through memory of its own, and waits for larger
// copies.
Result cuMemcpyHtoDAsync_v2(Address to, const void* from, size_t size, Stream* stream) {
  FAKE_CUDA_PUT("cuMemcpyHtoDAsync_v2", stream);
  const Use use("cuMemcpyHtoDAsync_v2", stream, {reinterpret_cast<void*>(to)});
  auto* const target = reinterpret_cast<void*>(to);
  const bool is_pinned = ThePinned().Contains(from, size);
  if (IsStuck(g_current)) return is_pinned || size <= kStagedBytes ? kSuccess : Await(g_current);
  if (is_pinned) return CodeOf(driver::CopyToDevice(stream->queue, target, from, size));
  if (size > kStagedBytes) {
    const Status status = driver::CopyToDevice(stream->queue, target, from, size);
    return CodeOf(status.ok() ? driver::Synchronize(stream->queue) : status);
  }
  auto* const staged =
      new std::vector<char>(static_cast<const char*>(from), static_cast<const char*>(from) + size);
  const Status status = driver::CopyToDevice(stream->queue, target, staged->data(), size);
  if (!status.ok()) return kUnknown;
  return CodeOf(driver::HostCall(
      stream->queue, [](void* done) { delete static_cast<std::vector<char>*>(done); }, staged));
}

Result cuMemcpyDtoHAsync_v2(void* to, Address from, size_t size, Stream* stream) {
  FAKE_CUDA_PUT("cuMemcpyDtoHAsync_v2", stream);
  const Use use("cuMemcpyDtoHAsync_v2", stream, {reinterpret_cast<void*>(from)});
  const bool is_pinned = ThePinned().Contains(to, size);
  if (IsStuck(g_current)) return is_pinned ? kSuccess : Await(g_current);
  Status status = driver::CopyToHost(stream->queue, to, reinterpret_cast<void*>(from), size);
  if (status.ok() && !is_pinned) status = driver::Synchronize(stream->queue);
  return CodeOf(status);
}

Result cuMemcpyDtoDAsync_v2(Address to, Address from, size_t size, Stream* stream) {
  FAKE_CUDA_PUT("cuMemcpyDtoDAsync_v2", stream);
  const Use use("cuMemcpyDtoDAsync_v2", stream,
                {reinterpret_cast<void*>(to), reinterpret_cast<void*>(from)});
  if (IsStuck(g_current)) return kSuccess;
  return CodeOf(driver::CopyOnDevice(stream->queue, reinterpret_cast<void*>(to),
                                     reinterpret_cast<void*>(from), size));
}

Result cuMemcpyPeerAsync(Address to, Context* to_context, Address from, Context* from_context,
                         size_t size, Stream* stream) {
  FAKE_CUDA_PUT("cuMemcpyPeerAsync", stream);
  const Use use("cuMemcpyPeerAsync", stream,
                {reinterpret_cast<void*>(to), reinterpret_cast<void*>(from)});
  if (driver::DeviceOf(reinterpret_cast<void*>(to)) != to_context->ordinal ||
      driver::DeviceOf(reinterpret_cast<void*>(from)) != from_context->ordinal) {
    return kInvalidValue;
  }
  if (IsStuck(g_current)) return kSuccess;
  for (const Context* const context : {to_context, from_context}) {
    FAKE_CUDA_RETURN(Await(context));
  }
  NotePeerCopy(g_current == to_context ? from : to);
  return CodeOf(driver::CopyOnDevice(stream->queue, reinterpret_cast<void*>(to),
                                     reinterpret_cast<void*>(from), size));
}

Result cuMemsetD8Async(Address to, unsigned char value, size_t count, Stream* stream) {
  FAKE_CUDA_PUT("cuMemsetD8Async", stream);
  const Use use("cuMemsetD8Async", stream, {reinterpret_cast<void*>(to)});
  if (IsStuck(g_current)) return kSuccess;
  return CodeOf(driver::Fill(stream->queue, reinterpret_cast<void*>(to), value, 1, count));
}

Result cuMemsetD32Async(Address to, unsigned value, size_t count, Stream* stream) {
  FAKE_CUDA_PUT("cuMemsetD32Async", stream);
  const Use use("cuMemsetD32Async", stream, {reinterpret_cast<void*>(to)});
  if (to % 4 != 0) return kInvalidValue;
  if (IsStuck(g_current)) return kSuccess;
  return CodeOf(driver::Fill(stream->queue, reinterpret_cast<void*>(to), value, 4, count * 4));
}

Result cuMemsetD2D8Async(Address to, size_t pitch, unsigned char value, size_t width, size_t height,
                         Stream* stream) {
  FAKE_CUDA_PUT("cuMemsetD2D8Async", stream);
  const Use use("cuMemsetD2D8Async", stream, {reinterpret_cast<void*>(to)});
  if (IsStuck(g_current)) return kSuccess;
  Status status;
  for (size_t row = 0; row < height && status.ok(); ++row) {
    status =
        driver::Fill(stream->queue, reinterpret_cast<void*>(to + row * pitch), value, 1, width);
  }
  return CodeOf(status);
}

Result cuModuleLoadDataEx(Module** module, const void* image, unsigned, int*, void**) {
  FAKE_CUDA_CALL("cuModuleLoadDataEx");
  *module = LoadModule(g_current, static_cast<const char*>(image)).release();  // never unloaded
  return *module == nullptr ? kInvalidPtx : kSuccess;
}

Result cuModuleGetFunction(Function** function, Module* module, const char* name) {
  FAKE_CUDA_CALL("cuModuleGetFunction");
  *function = FindFunction(module, module->context->ordinal, name);
  return *function == nullptr ? kNotFound : kSuccess;
}

Result cuFuncGetAttribute(int* value, int attribute, Function*) {
  FAKE_CUDA_CALL("cuFuncGetAttribute");
  if (attribute != 0) return kInvalidValue;
  *value = static_cast<int>(MostThreadsOfKernels());
  return kSuccess;
}

Result cuLaunchKernel(Function* function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                      unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                      Stream* stream, void** parameters, void**) {
  FAKE_CUDA_PUT("cuLaunchKernel", stream);
  if (function->module->context != stream->context) return kInvalidHandle;
  const uint64_t threads = uint64_t{block_x} * block_y * block_z;
  const uint64_t blocks = uint64_t{grid_x} * grid_y * grid_z;
  if (blocks == 0 || threads == 0 || grid_y > kMaxBlocksBeyondX || grid_z > kMaxBlocksBeyondX ||
      grid_x > INT32_MAX || block_z > kMaxThreadsInZ || threads > kMaxThreads ||
      shared_bytes != 0) {
    return kInvalidValue;
  }
  if (threads > MostThreadsOfKernels()) return kLaunchOutOfResources;
  std::vector<char*> pointers;
  std::vector<void*> arguments;
  FAKE_CUDA_RETURN(function->Arguments(parameters, &pointers, &arguments));
  const Use use("cuLaunchKernel", stream, {pointers.begin(), pointers.end()});
  if (IsFailingLaunch(g_current) || IsStuck(g_current)) return kSuccess;
  return CodeOf(driver::Launch(stream->queue, &function->kernel, {grid_x, grid_y, grid_z},
                               {block_x, block_y, block_z}, arguments.data(), 0));
}

}  // extern "C"
#pragma GCC visibility pop
