// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Device memory with addresses. OpenCL has buffers, but TensorFlow computes with pointers.

#ifndef PLUGGABLE_DRIVER_OPENCL_MEMORY_H_
#define PLUGGABLE_DRIVER_OPENCL_MEMORY_H_

#include <cstdint>
#include <map>
#include <shared_mutex>

#include "pluggable/status.h"

#include "driver/opencl/api.h"

namespace pluggable::opencl {

// A pointer to device memory, converted for OpenCL.
struct Place {
  cl_mem buffer = nullptr;
  size_t offset = 0;  // bytes
};

// The memory of a device. Each buffer has an address in a range that is reserved but not
// accessible, so that dereferencing a pointer into it crashes.
class Memory {
 public:
  // Buffers have at most max_allocation bytes, and at most `capacity` bytes in total. OpenCL itself
  // does not count: PoCL and Intel's runtime allocate more than there is.
  Memory(uint64_t capacity, uint64_t max_allocation)
      : capacity_(capacity), max_allocation_(max_allocation) {}
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  // Reserves the range. Call it first.
  Status Open();

  // Null if the memory is short. `queue` can be any queue of the context.
  void* Allocate(cl_context context, cl_command_queue queue, uint64_t size);
  // Commands that use the buffer may still be pending.
  void Free(void* memory);

  bool Contains(const void* pointer) const {
    const uint64_t distance =
        reinterpret_cast<uintptr_t>(pointer) - reinterpret_cast<uintptr_t>(base_);
    return base_ != nullptr && distance < range_;
  }
  // Finds the buffer with the `size` bytes at `pointer`. Fails if they are not in one buffer.
  Status Find(const void* pointer, uint64_t size, Place* place) const;

  uint64_t capacity() const { return capacity_; }
  uint64_t BytesUsed() const;

 private:
  struct Buffer {
    uint64_t size;
    cl_mem handle;
  };

  // Finds `size` free addresses. The lock must be held.
  bool FindRoom(uint64_t size, uint64_t* offset) const;

  const uint64_t capacity_;
  const uint64_t max_allocation_;
  char* base_ = nullptr;
  uint64_t range_ = 0;
  mutable std::shared_mutex mutex_;
  std::map<uint64_t, Buffer> buffers_;  // by offset in the range
  uint64_t used_ = 0;
};

}  // namespace pluggable::opencl

#endif  // PLUGGABLE_DRIVER_OPENCL_MEMORY_H_
