// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Device memory as TensorFlow asks for it.

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

// What TensorFlow has of a device's memory, and what it has given back while enqueued work may
// still use it. See memory_source.h for where it comes from.
class Memory {
 public:
  // Gives out no more than the limit, or what the driver has.
  Memory(Device* device, std::optional<uint64_t> limit);

  // Null if there is none left. Waits for pending work first, if that will free some.
  void* Allocate(uint64_t size);
  // Enqueued work may still use the memory.
  void Deallocate(void* memory);

  MemoryStats Stats();
  // What this device can still give out, and all that this process may use of it.
  bool Usage(int64_t* free, int64_t* total);

  // Gives everything back to the driver. The device is idle.
  void ReleaseAll();

 private:
  // The most that is given out, as far as it is known.
  uint64_t Limit() const;
  // Tells the profiler of a change by so many bytes. With the lock held.
  void NoteChange(const void* memory, int64_t change) const;
  // Waits until deferred memory is free, if there is any. Not with the lock held, since work that
  // ends meanwhile may free memory.
  void* AwaitAndAllocate(uint64_t size, std::unique_lock<std::mutex>* lock);

  Device& device_;
  const std::optional<uint64_t> limit_;
  std::mutex awaiting_;  // locked before mutex_
  std::mutex mutex_;
  std::unordered_map<void*, uint64_t> sizes_;  // of what TensorFlow holds
  DeferredFrees deferred_;
  MemoryStats stats_;
  MemorySource source_;
};

}  // namespace pluggable::runtime

#endif  // PLUGGABLE_RUNTIME_MEMORY_H_
