// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Device memory for TensorFlow.

#ifndef PLUGGABLE_RUNTIME_MEMORY_H_
#define PLUGGABLE_RUNTIME_MEMORY_H_

#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "runtime/deferred_frees.h"
#include "runtime/memory_source.h"

namespace pluggable::runtime {

class Device;

// The device memory that TensorFlow has allocated, and freed memory that enqueued work may still
// use. memory_source.h says where it comes from.
class Memory {
 public:
  // Allocates at most up to the limit, or all memory that the driver has.
  Memory(Device* device, std::optional<uint64_t> limit);

  // Null if memory is short. If pending work will free some, waits for it first.
  void* Allocate(uint64_t size);
  // Enqueued work may still use the memory.
  void Deallocate(void* memory);

  MemoryStats Stats();
  // The memory that this device can still allocate, and the total that this process may use.
  bool Usage(int64_t* free, int64_t* total);

  // Returns all memory to the driver. The device must be idle.
  void ReleaseAll();

 private:
  // The largest amount that can be allocated, as far as known.
  uint64_t Limit() const;
  // Reports a change of that many bytes to the profiler. The lock must be held.
  void NoteChange(const void* memory, int64_t change) const;
  // Waits until deferred memory is free, if there is any. The lock is released meanwhile, since
  // work that ends may free memory.
  void* AwaitAndAllocate(uint64_t size, std::unique_lock<std::mutex>* lock);

  Device& device_;
  const std::optional<uint64_t> limit_;
  std::mutex awaiting_;  // locked before mutex_
  std::mutex mutex_;
  std::unordered_map<void*, uint64_t> sizes_;  // of the memory that TensorFlow uses
  DeferredFrees deferred_;
  MemoryStats stats_;
  MemorySource source_;
};

}  // namespace pluggable::runtime

#endif  // PLUGGABLE_RUNTIME_MEMORY_H_
