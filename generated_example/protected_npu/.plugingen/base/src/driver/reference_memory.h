// The reference devices' memory, with a range of addresses for each device.

#ifndef PLUGGABLE_DRIVER_REFERENCE_MEMORY_H_
#define PLUGGABLE_DRIVER_REFERENCE_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <unordered_map>

#include "pluggable/status.h"

namespace pluggable::driver {

// The address ranges of all devices, in order, so that the device of a pointer follows by
// arithmetic. Pages are allocated when they are first written.
//
// If the host must not access device memory, the addresses that TensorFlow uses have no access
// rights and no pages. The memory itself is kAliasDistance further on; only work on queues uses it.
class AddressSpace {
 public:
  // Reserves the ranges on the first call.
  static Status Reserve();

  static uint8_t* RangeOf(int ordinal);
  static int DeviceOf(const void* pointer);
  static void* DevicePointer(const void* pointer);
};

// Allocates from one device's range: best fit, with adjacent free blocks merged.
class DeviceMemory {
 public:
  explicit DeviceMemory(int ordinal) : ordinal_(ordinal) {}

  Status Open();
  void* Allocate(uint64_t size);
  void Free(void* memory);
  int64_t BytesFree();

 private:
  void InsertFree(uint64_t offset, uint64_t size);

  const int ordinal_;
  std::mutex mutex_;
  std::map<uint64_t, uint64_t> free_;                 // offset -> size
  std::unordered_map<uint64_t, uint64_t> allocated_;  // offset -> size
  uint64_t bytes_free_ = 0;
};

}  // namespace pluggable::driver

#endif  // PLUGGABLE_DRIVER_REFERENCE_MEMORY_H_
