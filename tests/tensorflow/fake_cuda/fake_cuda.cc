// A libcuda.so.1 for tests on machines without a GPU: CUDA's driver API, as far as
// library/driver/cuda uses it, by the OpenCL driver of library/driver/opencl. Streams work beside
// the host, memory is out of its reach, and kernels run.
//
// A module's kernels are those of the OpenCL C that its PTX was made of: FAKE_CUDA_PROGRAMS is the
// folder with both, as library/device_kernels.cmake leaves them. What is wrong by CUDA's rules
// fails: no current context, grids and blocks beyond a GPU's limits, words at odd addresses,
// functions that are called while the host is in a callback.
//
//   fake_cuda_fail("cuMemAlloc_v2", 2, 1)   after two calls more that succeed, one fails
//   fake_cuda_calls("cuMemAlloc_v2")        how often it has been called
//
// FAKE_CUDA_FAIL names the function that fails from the beginning on.

#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "pluggable/device_kernel.h"

#include "driver/driver.h"
#include "driver/opencl/api.h"
#include "driver/opencl/device.h"

namespace {

namespace driver = pluggable::driver;
using pluggable::DeviceKernel;
using pluggable::DeviceKernelArg;
using pluggable::DeviceProgram;
using pluggable::Status;
using pluggable::opencl::Api;
using pluggable::opencl::Device;

using Result = int;
using Address = uint64_t;

constexpr Result kSuccess = 0;
constexpr Result kInvalidValue = 1;
constexpr Result kOutOfMemory = 2;
constexpr Result kNoDevice = 100;
constexpr Result kInvalidContext = 201;
constexpr Result kInvalidPtx = 218;
constexpr Result kNotFound = 500;
constexpr Result kNotReady = 600;
constexpr Result kUnknown = 999;

constexpr unsigned kMostBlocksBeyondX = 65535;
constexpr unsigned kMostThreads = 1024;
constexpr size_t kStagedBytes = 64 * 1024;

struct Faults {
  std::mutex mutex;
  std::string failing;
  int after = 0;
  int count = 0;
  std::map<std::string, int> calls;
};

Faults& TheFaults() {
  static auto* const faults = [] {
    auto* const created = new Faults;
    if (const char* const name = std::getenv("FAKE_CUDA_FAIL"); name != nullptr) {
      created->failing = name;
      created->count = 1 << 30;
    }
    return created;
  }();
  return *faults;
}

// Whether this call is to fail.
bool Fails(const char* name) {
  Faults& faults = TheFaults();
  const std::lock_guard<std::mutex> lock(faults.mutex);
  ++faults.calls[name];
  if (faults.failing != name || faults.count == 0) return false;
  if (faults.after > 0) {
    --faults.after;
    return false;
  }
  --faults.count;
  return true;
}

struct Context {
  int ordinal;
};

Context* ContextOf(int ordinal) {
  static std::mutex mutex;
  static auto* const contexts = new std::map<int, Context*>;
  const std::lock_guard<std::mutex> lock(mutex);
  Context*& context = (*contexts)[ordinal];
  if (context == nullptr) context = new Context{ordinal};
  return context;
}

thread_local Context* g_current = nullptr;

Result CodeOf(const Status& status) { return status.ok() ? kSuccess : kUnknown; }

// Memory of the host's that cuMemHostAlloc gave out.
struct Pinned {
  std::mutex mutex;
  std::map<uintptr_t, size_t> sizes;

  bool Contains(const void* pointer, size_t size) {
    const auto address = reinterpret_cast<uintptr_t>(pointer);
    const std::lock_guard<std::mutex> lock(mutex);
    auto after = sizes.upper_bound(address);
    if (after == sizes.begin()) return false;
    --after;
    return address + size <= after->first + after->second;
  }
};
Pinned& ThePinned() {
  static auto* const pinned = new Pinned;
  return *pinned;
}

struct Function {
  DeviceKernel kernel;
  std::vector<DeviceKernelArg> args;
};

struct Module {
  DeviceProgram program;
  std::string ptx;
  std::string text;
  std::mutex mutex;
  std::map<std::string, std::unique_ptr<Function>> functions;
};

std::string Read(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// The OpenCL C that the PTX was made of; "" if none was.
std::string TextOf(const std::string& ptx, std::string* name) {
  const char* const folder = std::getenv("FAKE_CUDA_PROGRAMS");
  if (folder == nullptr) return "";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".ptx" || Read(entry.path()) != ptx) continue;
    *name = entry.path().stem().string();
    return Read(std::filesystem::path(entry.path()).replace_extension(".cl"));
  }
  return "";
}

// The sizes of a kernel's parameters, as its PTX declares them.
std::vector<size_t> ParameterSizes(const std::string& ptx, const std::string& name) {
  std::vector<size_t> sizes;
  const size_t begin = ptx.find(".entry " + name + "(");
  if (begin == std::string::npos) return sizes;
  std::istringstream lines(ptx.substr(begin, ptx.find("\n)", begin) - begin));
  for (std::string line; std::getline(lines, line);) {
    if (line.find(".param") == std::string::npos) continue;
    const size_t bracket = line.find('[');
    if (bracket != std::string::npos) {
      sizes.push_back(std::stoul(line.substr(bracket + 1)));
      continue;
    }
    const size_t type = line.find_first_of("ufbs", line.find(".param ") + 7);  // u32, f64...
    sizes.push_back(std::stoul(line.substr(type + 1)) / 8);
  }
  return sizes;
}

// The arguments of a kernel as the OpenCL driver takes them: a pointer is two parameters, a buffer
// and an offset.
std::vector<DeviceKernelArg> ArgumentsOf(cl_kernel kernel, const std::vector<size_t>& sizes) {
  static const auto get_info = reinterpret_cast<decltype(&::clGetKernelArgInfo)>(
      dlsym(dlopen("libOpenCL.so.1", RTLD_NOW), "clGetKernelArgInfo"));
  std::vector<DeviceKernelArg> args;
  for (cl_uint i = 0; i < sizes.size(); ++i) {
    cl_kernel_arg_address_qualifier qualifier = 0;
    get_info(kernel, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof(qualifier), &qualifier, nullptr);
    const bool is_pointer = qualifier == CL_KERNEL_ARG_ADDRESS_GLOBAL;
    args.push_back({is_pointer, sizes[i]});
    if (is_pointer) ++i;
  }
  return args;
}

}  // namespace

// Of functions that work in the current context.
#define FAKE_CUDA_CALL(name)        \
  if (Fails(name)) return kUnknown; \
  if (g_current == nullptr) return kInvalidContext

#pragma GCC visibility push(default)
extern "C" {

void fake_cuda_fail(const char* name, int after, int count) {
  Faults& faults = TheFaults();
  const std::lock_guard<std::mutex> lock(faults.mutex);
  faults.failing = name;
  faults.after = after;
  faults.count = count;
}

int fake_cuda_calls(const char* name) {
  Faults& faults = TheFaults();
  const std::lock_guard<std::mutex> lock(faults.mutex);
  return faults.calls[name];
}

Result cuInit(unsigned) {
  if (Fails("cuInit")) return kUnknown;
  return driver::DeviceCount() == 0 ? kNoDevice : kSuccess;
}

Result cuDriverGetVersion(int* version) {
  *version = 12000;
  return kSuccess;
}

Result cuGetErrorName(Result code, const char** name) {
  static const auto* const names = new std::map<Result, const char*>{
      {kInvalidValue, "CUDA_ERROR_INVALID_VALUE"}, {kOutOfMemory, "CUDA_ERROR_OUT_OF_MEMORY"},
      {kNoDevice, "CUDA_ERROR_NO_DEVICE"},         {kInvalidContext, "CUDA_ERROR_INVALID_CONTEXT"},
      {kInvalidPtx, "CUDA_ERROR_INVALID_PTX"},     {kNotFound, "CUDA_ERROR_NOT_FOUND"},
      {kNotReady, "CUDA_ERROR_NOT_READY"},         {kUnknown, "CUDA_ERROR_UNKNOWN"},
  };
  const auto found = names->find(code);
  *name = found == names->end() ? nullptr : found->second;
  return found == names->end() ? kInvalidValue : kSuccess;
}

Result cuGetErrorString(Result code, const char** text) { return cuGetErrorName(code, text); }

Result cuDeviceGetCount(int* count) {
  if (Fails("cuDeviceGetCount")) return kUnknown;
  *count = driver::DeviceCount();
  return kSuccess;
}

Result cuDeviceGet(int* device, int ordinal) {
  if (Fails("cuDeviceGet")) return kUnknown;
  *device = ordinal;
  return kSuccess;
}

Result cuDeviceGetName(char* name, int size, int device) {
  if (Fails("cuDeviceGetName")) return kUnknown;
  std::strncpy(name, ("fake GPU " + std::to_string(device)).c_str(), static_cast<size_t>(size));
  return kSuccess;
}

Result cuDeviceGetPCIBusId(char* id, int size, int device) {
  if (Fails("cuDeviceGetPCIBusId")) return kUnknown;
  std::strncpy(id, ("0000:0" + std::to_string(device) + ":00.0").c_str(),
               static_cast<size_t>(size));
  return kSuccess;
}

Result cuDeviceTotalMem_v2(size_t* bytes, int device) {
  if (Fails("cuDeviceTotalMem_v2")) return kUnknown;
  *bytes = driver::Properties(device).memory_capacity;
  return kSuccess;
}

Result cuDeviceGetAttribute(int* value, int attribute, int) {
  if (Fails("cuDeviceGetAttribute")) return kUnknown;
  switch (attribute) {
    case 1:  // the threads of a block
      *value = kMostThreads;
      return kSuccess;
    case 8:  // its shared memory
      *value = 48 * 1024;
      return kSuccess;
    case 16:         // multiprocessors
      *value = 132;  // as many as an H200 has, so that work is shared among blocks
      return kSuccess;
    default:
      return kInvalidValue;
  }
}

Result cuDevicePrimaryCtxRetain(Context** context, int device) {
  if (Fails("cuDevicePrimaryCtxRetain")) return kUnknown;
  if (!driver::OpenDevice(device).ok()) return kUnknown;
  *context = ContextOf(device);
  return kSuccess;
}

Result cuCtxSetCurrent(Context* context) {
  if (Fails("cuCtxSetCurrent")) return kUnknown;
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
  if (Fails("cuMemAlloc_v2")) return kOutOfMemory;
  if (g_current == nullptr) return kInvalidContext;
  if (size == 0) return kInvalidValue;
  *address = reinterpret_cast<Address>(driver::Allocate(g_current->ordinal, size));
  return *address == 0 ? kOutOfMemory : kSuccess;
}

Result cuMemFree_v2(Address address) {
  FAKE_CUDA_CALL("cuMemFree_v2");
  driver::Free(g_current->ordinal, reinterpret_cast<void*>(address));
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
  if (Fails("cuMemHostAlloc")) return kOutOfMemory;
  if (g_current == nullptr) return kInvalidContext;
  if (size == 0) return kInvalidValue;
  *memory = driver::AllocateHost(g_current->ordinal, size);
  if (*memory == nullptr) return kOutOfMemory;
  const std::lock_guard<std::mutex> lock(ThePinned().mutex);
  ThePinned().sizes[reinterpret_cast<uintptr_t>(*memory)] = size;
  return kSuccess;
}

Result cuMemFreeHost(void* memory) {
  FAKE_CUDA_CALL("cuMemFreeHost");
  {
    const std::lock_guard<std::mutex> lock(ThePinned().mutex);
    if (ThePinned().sizes.erase(reinterpret_cast<uintptr_t>(memory)) == 0) return kInvalidValue;
  }
  driver::FreeHost(g_current->ordinal, memory);
  return kSuccess;
}

Result cuStreamCreateWithPriority(driver::Queue** stream, unsigned, int priority) {
  FAKE_CUDA_CALL("cuStreamCreateWithPriority");
  return CodeOf(driver::CreateQueue(g_current->ordinal, priority, stream));
}

Result cuStreamDestroy_v2(driver::Queue* stream) {
  FAKE_CUDA_CALL("cuStreamDestroy_v2");
  driver::DestroyQueue(stream);
  return kSuccess;
}

Result cuStreamQuery(driver::Queue* stream) {
  FAKE_CUDA_CALL("cuStreamQuery");
  return driver::Idle(stream) ? kSuccess : kNotReady;
}

Result cuStreamSynchronize(driver::Queue* stream) {
  FAKE_CUDA_CALL("cuStreamSynchronize");
  return CodeOf(driver::Synchronize(stream));
}

Result cuEventCreate(driver::Event** event, unsigned) {
  FAKE_CUDA_CALL("cuEventCreate");
  return CodeOf(driver::CreateEvent(g_current->ordinal, event));
}

Result cuEventDestroy_v2(driver::Event* event) {
  FAKE_CUDA_CALL("cuEventDestroy_v2");
  driver::DestroyEvent(event);
  return kSuccess;
}

Result cuEventRecord(driver::Event* event, driver::Queue* stream) {
  FAKE_CUDA_CALL("cuEventRecord");
  return CodeOf(driver::RecordEvent(stream, event));
}

Result cuEventQuery(driver::Event* event) {
  FAKE_CUDA_CALL("cuEventQuery");
  switch (driver::QueryEvent(event)) {
    case driver::EventState::kComplete:
      return kSuccess;
    case driver::EventState::kPending:
      return kNotReady;
    default:
      return kUnknown;
  }
}

Result cuEventSynchronize(driver::Event* event) {
  FAKE_CUDA_CALL("cuEventSynchronize");
  return CodeOf(driver::SynchronizeEvent(event));
}

Result cuEventElapsedTime(float* milliseconds, driver::Event* start, driver::Event* stop) {
  FAKE_CUDA_CALL("cuEventElapsedTime");
  uint64_t nanoseconds = 0;
  const Status status = driver::ElapsedNanoseconds(start, stop, &nanoseconds);
  *milliseconds = static_cast<float>(nanoseconds) / 1e6F;
  return CodeOf(status);
}

Result cuStreamWaitEvent(driver::Queue* stream, driver::Event* event, unsigned) {
  FAKE_CUDA_CALL("cuStreamWaitEvent");
  return CodeOf(driver::WaitEvent(stream, event));
}

// From the host's pageable memory CUDA copies through memory of its own, and waits for larger
// copies.
Result cuMemcpyHtoDAsync_v2(Address to, const void* from, size_t size, driver::Queue* stream) {
  FAKE_CUDA_CALL("cuMemcpyHtoDAsync_v2");
  auto* const target = reinterpret_cast<void*>(to);
  if (ThePinned().Contains(from, size))
    return CodeOf(driver::CopyToDevice(stream, target, from, size));
  if (size > kStagedBytes) {
    const Status status = driver::CopyToDevice(stream, target, from, size);
    return CodeOf(status.ok() ? driver::Synchronize(stream) : status);
  }
  auto* const staged =
      new std::vector<char>(static_cast<const char*>(from), static_cast<const char*>(from) + size);
  const Status status = driver::CopyToDevice(stream, target, staged->data(), size);
  if (!status.ok()) return kUnknown;
  return CodeOf(driver::HostCall(
      stream, [](void* done) { delete static_cast<std::vector<char>*>(done); }, staged));
}

Result cuMemcpyDtoHAsync_v2(void* to, Address from, size_t size, driver::Queue* stream) {
  FAKE_CUDA_CALL("cuMemcpyDtoHAsync_v2");
  Status status = driver::CopyToHost(stream, to, reinterpret_cast<void*>(from), size);
  if (status.ok() && !ThePinned().Contains(to, size)) status = driver::Synchronize(stream);
  return CodeOf(status);
}

Result cuMemcpyDtoDAsync_v2(Address to, Address from, size_t size, driver::Queue* stream) {
  FAKE_CUDA_CALL("cuMemcpyDtoDAsync_v2");
  return CodeOf(driver::CopyOnDevice(stream, reinterpret_cast<void*>(to),
                                     reinterpret_cast<void*>(from), size));
}

Result cuMemcpyPeerAsync(Address to, Context* to_context, Address from, Context* from_context,
                         size_t size, driver::Queue* stream) {
  FAKE_CUDA_CALL("cuMemcpyPeerAsync");
  if (driver::DeviceOf(reinterpret_cast<void*>(to)) != to_context->ordinal ||
      driver::DeviceOf(reinterpret_cast<void*>(from)) != from_context->ordinal) {
    return kInvalidValue;
  }
  return CodeOf(driver::CopyOnDevice(stream, reinterpret_cast<void*>(to),
                                     reinterpret_cast<void*>(from), size));
}

Result cuMemsetD8Async(Address to, unsigned char value, size_t count, driver::Queue* stream) {
  FAKE_CUDA_CALL("cuMemsetD8Async");
  return CodeOf(driver::Fill(stream, reinterpret_cast<void*>(to), value, 1, count));
}

Result cuMemsetD32Async(Address to, unsigned value, size_t count, driver::Queue* stream) {
  FAKE_CUDA_CALL("cuMemsetD32Async");
  if (to % 4 != 0) return kInvalidValue;
  return CodeOf(driver::Fill(stream, reinterpret_cast<void*>(to), value, 4, count * 4));
}

Result cuMemsetD2D8Async(Address to, size_t pitch, unsigned char value, size_t width, size_t height,
                         driver::Queue* stream) {
  FAKE_CUDA_CALL("cuMemsetD2D8Async");
  Status status;
  for (size_t row = 0; row < height && status.ok(); ++row) {
    status = driver::Fill(stream, reinterpret_cast<void*>(to + row * pitch), value, 1, width);
  }
  return CodeOf(status);
}

Result cuModuleLoadDataEx(Module** module, const void* image, unsigned, int*, void**) {
  FAKE_CUDA_CALL("cuModuleLoadDataEx");
  auto loaded = std::make_unique<Module>();
  loaded->ptx = static_cast<const char*>(image);
  loaded->text = TextOf(loaded->ptx, &loaded->program.name);
  if (loaded->text.empty()) return kInvalidPtx;
  loaded->program.texts = {loaded->text.c_str()};
  *module = loaded.release();  // as long as the process
  return kSuccess;
}

Result cuModuleGetFunction(Function** function, Module* module, const char* name) {
  FAKE_CUDA_CALL("cuModuleGetFunction");
  const std::lock_guard<std::mutex> lock(module->mutex);
  const auto [found, is_new] = module->functions.try_emplace(name);
  if (is_new) {
    found->second = std::make_unique<Function>();
    found->second->kernel = {&module->program, found->first.c_str(), nullptr, 0};
    const auto built = Device::Get(g_current->ordinal).programs().Find(found->second->kernel);
    if (!built->status.ok()) return kNotFound;
    found->second->args = ArgumentsOf(built->handle, ParameterSizes(module->ptx, name));
    found->second->kernel.args = found->second->args.data();
    found->second->kernel.num_args = found->second->args.size();
  }
  *function = found->second.get();
  return kSuccess;
}

Result cuFuncGetAttribute(int* value, int attribute, Function*) {
  FAKE_CUDA_CALL("cuFuncGetAttribute");
  if (attribute != 0) return kInvalidValue;
  *value = kMostThreads;
  return kSuccess;
}

Result cuLaunchKernel(Function* function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                      unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                      driver::Queue* stream, void** parameters, void**) {
  FAKE_CUDA_CALL("cuLaunchKernel");
  if (grid_y > kMostBlocksBeyondX || grid_z > kMostBlocksBeyondX || grid_x > INT32_MAX ||
      block_x * block_y * block_z > kMostThreads || shared_bytes != 0) {
    return kInvalidValue;
  }
  std::vector<void*> args;
  std::vector<char*> pointers(function->args.size());
  size_t next = 0;
  for (size_t i = 0; i < function->args.size(); ++i) {
    if (!function->args[i].is_pointer) {
      args.push_back(parameters[next++]);
      continue;
    }
    pointers[i] =
        *static_cast<char**>(parameters[next]) + *static_cast<uint64_t*>(parameters[next + 1]);
    args.push_back(&pointers[i]);
    next += 2;
  }
  return CodeOf(driver::Launch(stream, &function->kernel, {grid_x, grid_y, grid_z},
                               {block_x, block_y, block_z}, args.data(), 0));
}

}  // extern "C"
#pragma GCC visibility pop
