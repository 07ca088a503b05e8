// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/cuda/memory_pool.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "driver/cuda_settings.h"
#include "runtime/log.h"
#include "runtime/memory_limit.h"

namespace pluggable::cuda {

namespace {

// The first driver with pools, that of CUDA 11.2, has a bug in processes with several GPUs:
// TensorFlow's gpu_cudamallocasync_allocator.cc works around it.
constexpr int kFirstCudaWithPools = 11030;

// OK, or why the device has no pools.
Status CheckSupport(Ordinal device) {
  const Api& api = Api::Get();
  int version = 0;
  if (api.DriverGetVersion(&version) != kSuccess || version < kFirstCudaWithPools) {
    return errors::Unimplemented("they need a driver of CUDA 11.3");
  }
  if (api.missing_of_pools != nullptr) {
    return errors::Unimplemented("libcuda.so.1 has no ", api.missing_of_pools);
  }
  int is_supported = 0;
  const Result code = api.DeviceGetAttribute(&is_supported, kDeviceMemoryPoolsSupported, device);
  if (code != kSuccess) return ToStatus("cuDeviceGetAttribute", code);
  return is_supported != 0 ? Status() : errors::Unimplemented("the device does not support them");
}

}  // namespace

Status MemoryPool::Create(Ordinal device, uint64_t most_kept, std::unique_ptr<MemoryPool>* pool) {
  Status status = CheckSupport(device);
  if (!status.ok()) return status;
  const Api& api = Api::Get();
  std::unique_ptr<MemoryPool> created(new MemoryPool);
  const Result code = api.StreamCreateWithPriority(&created->stream_, kStreamNonBlocking, 0);
  if (code != kSuccess) return ToStatus("cuStreamCreateWithPriority", code);
  PoolProperties properties;
  properties.location.id = device;
  status = ToStatus("cuMemPoolCreate", api.MemPoolCreate(&created->handle_, &properties));
  if (!status.ok()) return status;
  status = ToStatus("cuMemPoolSetAttribute",
                    api.MemPoolSetAttribute(created->handle_, kPoolReleaseThreshold, &most_kept));
  if (!status.ok()) return status;
  // An allocation shows whether the pool works, for example on a part of a GPU.
  Address address = 0;
  status = created->Allocate(1, &address);
  if (status.ok()) {
    created->Free(address);
  } else if (status.code() != TF_RESOURCE_EXHAUSTED) {
    return status;
  }
  *pool = std::move(created);
  return Status();
}

Status MemoryPool::CreateIfWanted(Ordinal device, const std::string& name, uint64_t capacity,
                                  std::unique_ptr<MemoryPool>* pool) {
  const char* const chosen = std::getenv(settings::kPoolVariable);
  if (chosen == nullptr || chosen[0] == '\0' || std::string_view(chosen) == "0") return Status();
  uint64_t most_kept = 0;
  Status status;
  if (std::string_view(chosen) != "1") status = runtime::ParseBytes(chosen, &most_kept);
  if (!status.ok()) {
    return errors::InvalidArgument(settings::kPoolVariable, "='", chosen, "': ", status.message());
  }
  status = Create(device, std::min(most_kept, capacity), pool);
  if (!runtime::IsVerbose()) return Status();
  if (status.ok()) {
    runtime::Log("the memory of ", name, " comes from a memory pool (", settings::kPoolVariable,
                 ")");
  } else {
    runtime::Log("no memory pool for ", name, ", so cuMemAlloc allocates its memory (",
                 settings::kPoolVariable, "): ", status.message());
  }
  return Status();
}

MemoryPool::~MemoryPool() {
  if (handle_ != nullptr) Api::Get().MemPoolDestroy(handle_);
  if (stream_ != nullptr) Api::Get().StreamDestroy(stream_);
}

Status MemoryPool::Allocate(uint64_t size, Address* address) {
  const Api& api = Api::Get();
  Result code = api.MemAllocFromPoolAsync(address, size, handle_, stream_);
  if (code == kOutOfMemory) {
    // What the pool keeps may lie in pieces that are too small.
    api.StreamSynchronize(stream_);
    api.MemPoolTrimTo(handle_, 0);
    code = api.MemAllocFromPoolAsync(address, size, handle_, stream_);
  }
  if (code != kSuccess) return ToStatus("cuMemAllocFromPoolAsync", code);
  // Without this wait only work on this stream might use the block.
  code = api.StreamSynchronize(stream_);
  if (code == kSuccess) return Status();
  Free(*address);
  return ToStatus("cuStreamSynchronize", code);
}

void MemoryPool::Free(Address address) {
  const Api& api = Api::Get();
  if (api.MemFreeAsync(address, stream_) == kSuccess) {
    // CUDA releases what the pool is not to keep when somebody waits.
    api.StreamSynchronize(stream_);
  } else {
    api.MemFree(address);  // it takes memory of pools as well
  }
}

Status MemoryPool::LetAccess(Ordinal device) {
  PoolAccess access;
  access.location.id = device;
  return ToStatus("cuMemPoolSetAccess", Api::Get().MemPoolSetAccess(handle_, &access, 1));
}

uint64_t MemoryPool::Unused() const {
  const Api& api = Api::Get();
  uint64_t reserved = 0;
  uint64_t used = 0;
  if (api.MemPoolGetAttribute(handle_, kPoolReservedNow, &reserved) != kSuccess ||
      api.MemPoolGetAttribute(handle_, kPoolUsedNow, &used) != kSuccess) {
    return 0;
  }
  return reserved - std::min(used, reserved);  // another thread may have allocated in between
}

}  // namespace pluggable::cuda
