// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The memory of a device. It counts allocated bytes, and knows which pointers point to its blocks.

#ifndef PLUGGABLE_DRIVER_CUDA_MEMORY_H_
#define PLUGGABLE_DRIVER_CUDA_MEMORY_H_

#include <cstdint>
#include <map>
#include <memory>
#include <shared_mutex>
#include <utility>

#include "pluggable/status.h"

#include "driver/cuda/api.h"
#include "driver/cuda/memory_pool.h"

namespace pluggable::cuda {

// The device's context must be current in all functions except Contains.
class Memory {
 public:
  // Allocates at most `capacity` bytes in total.
  explicit Memory(uint64_t capacity) : capacity_(capacity) {}
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  // The memory comes from the pool, or from cuMemAlloc if it is null. Must be called before all
  // functions below.
  void Open(std::unique_ptr<MemoryPool> pool) { pool_ = std::move(pool); }

  // Null if the memory is short.
  void* Allocate(uint64_t size);
  void Free(void* memory);

  // Lets work of another device access blocks of the pool. Those of cuMemAlloc belong to the
  // context.
  Status LetAccess(Ordinal device) {
    return pool_ != nullptr ? pool_->LetAccess(device) : Status();
  }

  // Calls no function of CUDA.
  bool Contains(const void* pointer) const;
  // The number of bytes that can be allocated, at most what is free on the device.
  bool Usage(uint64_t* free, uint64_t* total) const;

  uint64_t capacity() const { return capacity_; }

 private:
  const uint64_t capacity_;
  std::unique_ptr<MemoryPool> pool_;
  mutable std::shared_mutex mutex_;
  std::map<uintptr_t, uint64_t> sizes_;  // by address
  uint64_t used_ = 0;
  bool has_failed_ = false;  // for another reason than lack of memory
};

}  // namespace pluggable::cuda

#endif  // PLUGGABLE_DRIVER_CUDA_MEMORY_H_
