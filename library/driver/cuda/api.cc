// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/cuda/api.h"

#include <dlfcn.h>

#include "driver/dynamic_functions.h"
#include "runtime/forked_process.h"

namespace pluggable::cuda {

namespace {

constexpr char kLibrary[] = "libcuda.so.1";

// cuda.h defines some functions as macros for later versions of them.
void FindAll(DynamicFunctions& functions, Api* api) {
  functions.Find("cuCtxEnablePeerAccess", &api->CtxEnablePeerAccess);
  functions.Find("cuCtxGetCurrent", &api->CtxGetCurrent);
  functions.Find("cuCtxGetStreamPriorityRange", &api->CtxGetStreamPriorityRange);
  functions.Find("cuCtxSetCurrent", &api->CtxSetCurrent);
  functions.Find("cuDeviceCanAccessPeer", &api->DeviceCanAccessPeer);
  functions.Find("cuDeviceGet", &api->DeviceGet);
  functions.Find("cuDeviceGetAttribute", &api->DeviceGetAttribute);
  functions.Find("cuDeviceGetCount", &api->DeviceGetCount);
  functions.Find("cuDeviceGetName", &api->DeviceGetName);
  functions.Find("cuDeviceGetPCIBusId", &api->DeviceGetPCIBusId);
  functions.Find("cuDevicePrimaryCtxRetain", &api->DevicePrimaryCtxRetain);
  functions.Find("cuDeviceTotalMem_v2", &api->DeviceTotalMem);
  functions.Find("cuDriverGetVersion", &api->DriverGetVersion);
  functions.Find("cuEventCreate", &api->EventCreate);
  functions.Find("cuEventDestroy_v2", &api->EventDestroy);
  functions.Find("cuEventElapsedTime", &api->EventElapsedTime);
  functions.Find("cuEventQuery", &api->EventQuery);
  functions.Find("cuEventRecord", &api->EventRecord);
  functions.Find("cuEventSynchronize", &api->EventSynchronize);
  functions.Find("cuFuncGetAttribute", &api->FuncGetAttribute);
  functions.Find("cuGetErrorName", &api->GetErrorName);
  functions.Find("cuGetErrorString", &api->GetErrorString);
  functions.Find("cuInit", &api->Init);
  functions.Find("cuLaunchKernel", &api->LaunchKernel);
  functions.Find("cuMemAlloc_v2", &api->MemAlloc);
  functions.Find("cuMemFree_v2", &api->MemFree);
  functions.Find("cuMemFreeHost", &api->MemFreeHost);
  functions.Find("cuMemGetInfo_v2", &api->MemGetInfo);
  functions.Find("cuMemHostAlloc", &api->MemHostAlloc);
  functions.Find("cuMemcpyDtoDAsync_v2", &api->MemcpyDtoDAsync);
  functions.Find("cuMemcpyDtoHAsync_v2", &api->MemcpyDtoHAsync);
  functions.Find("cuMemcpyHtoDAsync_v2", &api->MemcpyHtoDAsync);
  functions.Find("cuMemcpyPeerAsync", &api->MemcpyPeerAsync);
  functions.Find("cuMemsetD2D8Async", &api->MemsetD2D8Async);
  functions.Find("cuMemsetD32Async", &api->MemsetD32Async);
  functions.Find("cuMemsetD8Async", &api->MemsetD8Async);
  functions.Find("cuModuleGetFunction", &api->ModuleGetFunction);
  functions.Find("cuModuleLoadDataEx", &api->ModuleLoadDataEx);
  functions.Find("cuStreamCreateWithPriority", &api->StreamCreateWithPriority);
  functions.Find("cuStreamDestroy_v2", &api->StreamDestroy);
  functions.Find("cuStreamQuery", &api->StreamQuery);
  functions.Find("cuStreamSynchronize", &api->StreamSynchronize);
  functions.Find("cuStreamWaitEvent", &api->StreamWaitEvent);
}

void FindPools(DynamicFunctions& of_pools, Api* api) {
  of_pools.Find("cuMemAllocFromPoolAsync", &api->MemAllocFromPoolAsync);
  of_pools.Find("cuMemFreeAsync", &api->MemFreeAsync);
  of_pools.Find("cuMemPoolCreate", &api->MemPoolCreate);
  of_pools.Find("cuMemPoolDestroy", &api->MemPoolDestroy);
  of_pools.Find("cuMemPoolGetAttribute", &api->MemPoolGetAttribute);
  of_pools.Find("cuMemPoolSetAccess", &api->MemPoolSetAccess);
  of_pools.Find("cuMemPoolSetAttribute", &api->MemPoolSetAttribute);
  of_pools.Find("cuMemPoolTrimTo", &api->MemPoolTrimTo);
}

struct Loaded {
  Api api;
  std::string reason;
};

Loaded Load() {
  Loaded loaded;
  void* const library = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    loaded.reason = std::string("there is no driver of NVIDIA's: ") + dlerror();
    return loaded;
  }
  DynamicFunctions functions(library);
  FindAll(functions, &loaded.api);
  if (functions.missing() != nullptr) {
    loaded.reason = std::string(kLibrary) + " is too old: it has no " + functions.missing();
    return loaded;
  }
  DynamicFunctions of_pools(library);
  FindPools(of_pools, &loaded.api);
  loaded.api.missing_of_pools = of_pools.missing();
  runtime::WatchForks();
  const Result code = loaded.api.Init(0);
  if (code != kSuccess) {
    const char* name = nullptr;
    const char* text = nullptr;
    loaded.api.GetErrorName(code, &name);
    loaded.api.GetErrorString(code, &text);
    loaded.reason = std::string("NVIDIA's driver does not start: cuInit failed: ") +
                    (text != nullptr ? text : "unknown error") + " (" +
                    (name != nullptr ? name : std::to_string(code).c_str()) + ")";
    if (code == kNoDevice) {
      loaded.reason +=
          ". CUDA_VISIBLE_DEVICES chooses among the GPUs, and one in MIG mode needs an instance";
    }
  }
  return loaded;
}

// Never destroyed: TensorFlow's threads may use it until the process ends.
const Loaded& TheLibrary() {
  static const auto* const loaded = new Loaded(Load());
  return *loaded;
}

}  // namespace

const Api* Api::Find(std::string* reason) {
  const Loaded& loaded = TheLibrary();
  if (loaded.reason.empty()) return &loaded.api;
  *reason = loaded.reason;
  return nullptr;
}

const Api& Api::Get() { return TheLibrary().api; }

Status ToStatus(const char* function, Result code) {
  if (code == kSuccess) return Status();
  const char* name = nullptr;
  const char* text = nullptr;
  Api::Get().GetErrorName(code, &name);
  Api::Get().GetErrorString(code, &text);
  if (name == nullptr || text == nullptr) {
    return errors::Internal(function, " failed: CUDA's error ", code);
  }
  if (code == kOutOfMemory) {
    return errors::ResourceExhausted(function, " failed: ", text, " (", name, ")");
  }
  return errors::Internal(function, " failed: ", text, " (", name, ")");
}

}  // namespace pluggable::cuda
