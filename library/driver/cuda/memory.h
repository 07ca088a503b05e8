// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The memory of a device: counts what is allocated, and knows which pointers point into it.

#ifndef PLUGGABLE_DRIVER_CUDA_MEMORY_H_
#define PLUGGABLE_DRIVER_CUDA_MEMORY_H_

#include <cstdint>
#include <map>
#include <shared_mutex>

namespace pluggable::cuda {

// The device's context is current whenever a function of it is called, but for Contains.
class Memory {
 public:
  // At most `capacity` bytes.
  explicit Memory(uint64_t capacity) : capacity_(capacity) {}
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  // Null if there is not that much.
  void* Allocate(uint64_t size);
  void Free(void* memory);

  // Asks nothing of CUDA.
  bool Contains(const void* pointer) const;
  // Bytes that can be allocated: no more than the device has left.
  bool Usage(uint64_t* free, uint64_t* total) const;

  uint64_t capacity() const { return capacity_; }

 private:
  const uint64_t capacity_;
  mutable std::shared_mutex mutex_;
  std::map<uintptr_t, uint64_t> sizes_;  // by address
  uint64_t used_ = 0;
  bool has_failed_ = false;  // for another reason than want of memory
};

}  // namespace pluggable::cuda

#endif  // PLUGGABLE_DRIVER_CUDA_MEMORY_H_
