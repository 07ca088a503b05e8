// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The part of CUDA's driver API that the driver uses, from the libcuda.so.1 that NVIDIA's driver
// installs. It is declared here, so neither CUDA's headers nor its libraries are needed.

#ifndef PLUGGABLE_DRIVER_CUDA_API_H_
#define PLUGGABLE_DRIVER_CUDA_API_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "pluggable/status.h"

namespace pluggable::cuda {

// The types of cuda.h; enumerations are ints there, too.
using Result = int;
using Ordinal = int;
using Address = uint64_t;
using Context = struct ContextOfCuda*;
using Module = struct ModuleOfCuda*;
using Function = struct FunctionOfCuda*;
using StreamHandle = struct StreamOfCuda*;
using EventHandle = struct EventOfCuda*;
using PoolHandle = struct PoolOfCuda*;

inline constexpr Result kSuccess = 0;
inline constexpr Result kOutOfMemory = 2;
inline constexpr Result kNoDevice = 100;
inline constexpr Result kNotReady = 600;
inline constexpr Result kPeerAccessAlreadyEnabled = 704;

// The values of enumerations.
inline constexpr int kDeviceMaxThreadsPerBlock = 1;
inline constexpr int kDeviceMaxSharedMemoryPerBlock = 8;
inline constexpr int kDeviceMultiprocessorCount = 16;
inline constexpr int kDeviceComputeMode = 20;
inline constexpr int kDeviceMemoryPoolsSupported = 115;
inline constexpr int kComputeModeProhibited = 2;
inline constexpr int kFunctionMaxThreadsPerBlock = 0;
inline constexpr unsigned kStreamNonBlocking = 1;
inline constexpr unsigned kEventDefault = 0;
inline constexpr unsigned kHostAllocPortable = 1;
inline constexpr int kJitErrorLogBuffer = 5;
inline constexpr int kJitErrorLogBufferSizeBytes = 6;
inline constexpr int kMemoryPinned = 1;          // the allocation type of pools
inline constexpr int kMemoryOfDevice = 1;        // a location type
inline constexpr int kReadAndWrite = 3;          // flags of an access
inline constexpr int kPoolReleaseThreshold = 4;  // uint64_t
inline constexpr int kPoolReservedNow = 5;       // uint64_t
inline constexpr int kPoolUsedNow = 7;           // uint64_t

struct MemoryLocation {
  int type = kMemoryOfDevice;
  int id = 0;
};

// CUmemAccessDesc.
struct PoolAccess {
  MemoryLocation location;
  int flags = kReadAndWrite;
};

// CUmemPoolProps.
struct PoolProperties {
  int allocation_type = kMemoryPinned;
  int handle_types = 0;  // of handles for other processes: none
  MemoryLocation location;
  void* only_for_windows = nullptr;
  std::array<unsigned char, 64>
      reserved{};  // parts have names in later releases; 0 is their default
};
static_assert(sizeof(PoolProperties) == 88);

struct Api {
  Result (*CtxEnablePeerAccess)(Context peer, unsigned flags) = nullptr;
  Result (*CtxGetCurrent)(Context* context) = nullptr;
  Result (*CtxGetStreamPriorityRange)(int* least, int* greatest) = nullptr;
  Result (*CtxSetCurrent)(Context context) = nullptr;
  Result (*DeviceCanAccessPeer)(int* can, Ordinal device, Ordinal peer) = nullptr;
  Result (*DeviceGet)(Ordinal* device, int ordinal) = nullptr;
  Result (*DeviceGetAttribute)(int* value, int attribute, Ordinal device) = nullptr;
  Result (*DeviceGetCount)(int* count) = nullptr;
  Result (*DeviceGetName)(char* name, int size, Ordinal device) = nullptr;
  Result (*DeviceGetPCIBusId)(char* id, int size, Ordinal device) = nullptr;
  Result (*DevicePrimaryCtxRetain)(Context* context, Ordinal device) = nullptr;
  Result (*DeviceTotalMem)(size_t* bytes, Ordinal device) = nullptr;
  Result (*DriverGetVersion)(int* version) = nullptr;
  Result (*EventCreate)(EventHandle* event, unsigned flags) = nullptr;
  Result (*EventDestroy)(EventHandle event) = nullptr;
  Result (*EventElapsedTime)(float* milliseconds, EventHandle start, EventHandle end) = nullptr;
  Result (*EventQuery)(EventHandle event) = nullptr;
  Result (*EventRecord)(EventHandle event, StreamHandle stream) = nullptr;
  Result (*EventSynchronize)(EventHandle event) = nullptr;
  Result (*FuncGetAttribute)(int* value, int attribute, Function function) = nullptr;
  Result (*GetErrorName)(Result code, const char** name) = nullptr;
  Result (*GetErrorString)(Result code, const char** text) = nullptr;
  Result (*Init)(unsigned flags) = nullptr;
  Result (*LaunchKernel)(Function function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                         unsigned block_x, unsigned block_y, unsigned block_z,
                         unsigned shared_bytes, StreamHandle stream, void** arguments,
                         void** extra) = nullptr;
  Result (*MemAlloc)(Address* address, size_t size) = nullptr;
  Result (*MemFree)(Address address) = nullptr;
  Result (*MemFreeHost)(void* memory) = nullptr;
  Result (*MemGetInfo)(size_t* free, size_t* total) = nullptr;
  Result (*MemHostAlloc)(void** memory, size_t size, unsigned flags) = nullptr;
  Result (*MemcpyDtoDAsync)(Address to, Address from, size_t size, StreamHandle stream) = nullptr;
  Result (*MemcpyDtoHAsync)(void* to, Address from, size_t size, StreamHandle stream) = nullptr;
  Result (*MemcpyHtoDAsync)(Address to, const void* from, size_t size,
                            StreamHandle stream) = nullptr;
  Result (*MemcpyPeerAsync)(Address to, Context to_context, Address from, Context from_context,
                            size_t size, StreamHandle stream) = nullptr;
  Result (*MemsetD2D8Async)(Address to, size_t pitch, unsigned char value, size_t width,
                            size_t height, StreamHandle stream) = nullptr;
  Result (*MemsetD32Async)(Address to, unsigned value, size_t count, StreamHandle stream) = nullptr;
  Result (*MemsetD8Async)(Address to, unsigned char value, size_t count,
                          StreamHandle stream) = nullptr;
  Result (*ModuleGetFunction)(Function* function, Module module, const char* name) = nullptr;
  Result (*ModuleLoadDataEx)(Module* module, const void* image, unsigned option_count, int* options,
                             void** values) = nullptr;
  Result (*StreamCreateWithPriority)(StreamHandle* stream, unsigned flags, int priority) = nullptr;
  Result (*StreamDestroy)(StreamHandle stream) = nullptr;
  Result (*StreamQuery)(StreamHandle stream) = nullptr;
  Result (*StreamSynchronize)(StreamHandle stream) = nullptr;
  Result (*StreamWaitEvent)(StreamHandle stream, EventHandle event, unsigned flags) = nullptr;

  // Memory pools, which drivers have since CUDA 11.2. Null if all are found, else the name of a
  // missing one.
  const char* missing_of_pools = nullptr;
  Result (*MemAllocFromPoolAsync)(Address* address, size_t size, PoolHandle pool,
                                  StreamHandle stream) = nullptr;
  Result (*MemFreeAsync)(Address address, StreamHandle stream) = nullptr;
  Result (*MemPoolCreate)(PoolHandle* pool, const PoolProperties* properties) = nullptr;
  Result (*MemPoolDestroy)(PoolHandle pool) = nullptr;
  Result (*MemPoolGetAttribute)(PoolHandle pool, int attribute, void* value) = nullptr;
  Result (*MemPoolSetAccess)(PoolHandle pool, const PoolAccess* map, size_t count) = nullptr;
  Result (*MemPoolSetAttribute)(PoolHandle pool, int attribute, void* value) = nullptr;
  Result (*MemPoolTrimTo)(PoolHandle pool, size_t bytes_to_keep) = nullptr;

  // Loads the library on the first call. Null if there is no NVIDIA driver, or if it does not
  // start; *reason says why then.
  static const Api* Find(std::string* reason);
  // The functions, once Find has found them.
  static const Api& Get();
};

// OK, or "FUNCTION failed: an illegal memory access was encountered (CUDA_ERROR_ILLEGAL_ADDRESS)"
// with the canonical code that fits best.
Status ToStatus(const char* function, Result code);

}  // namespace pluggable::cuda

#endif  // PLUGGABLE_DRIVER_CUDA_API_H_
