// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The two ways in which Memory allocates device memory from the driver.

#ifndef PLUGGABLE_RUNTIME_MEMORY_SOURCE_H_
#define PLUGGABLE_RUNTIME_MEMORY_SOURCE_H_

#include <cstdint>
#include <optional>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "pluggable/device_properties.h"

#include "driver/driver.h"
#include "plugin/features/memory.h"
#include "runtime/caching_allocator.h"
#include "runtime/failed_results.h"

namespace pluggable::runtime {

struct MemoryStats {
  int64_t num_allocs = 0;
  int64_t bytes_in_use = 0;
  int64_t peak_bytes_in_use = 0;
  int64_t largest_alloc_size = 0;
  int64_t bytes_limit = 0;
  int64_t bytes_reserved = 0;  // allocated from the driver
  int64_t peak_bytes_reserved = 0;
  int64_t largest_free_block_bytes = 0;
};

// Null if memory is short.
inline void* AllocateFromDriver(int ordinal, uint64_t size) {
  void* const memory = driver::Allocate(ordinal, size);
  if (memory != nullptr) FailedResults::Get().Unmark(memory, size);  // all work on it has ended
  return memory;
}

// Memory uses one of two sources, which have the same functions. Neither is thread-safe: Memory
// holds its lock.

// With `allocator: plugin` in the spec, each tensor of TensorFlow is a request. So most requests
// are served by a caching allocator.
class CachingSource {
 public:
  // Allocates at most up to the limit, or all memory that the device has.
  CachingSource(int ordinal, const DeviceProperties& properties, std::optional<uint64_t> limit)
      : cache_(
            properties.memory_alignment, limit.value_or(properties.memory_capacity),
            [ordinal](uint64_t size) { return AllocateFromDriver(ordinal, size); },
            [ordinal](void* chunk) { driver::Free(ordinal, chunk); }) {}

  // Null if memory is short.
  void* Allocate(uint64_t size) { return cache_.Allocate(size); }
  // Whether it makes the memory free for another request at once, although enqueued work may still
  // use it. This is as safe as in TensorFlow's own allocator: work on tensors is on the compute
  // stream, or on a stream that waits for that.
  bool Recycle(void* memory) {
    cache_.Free(memory);
    return true;
  }
  // Memory that could be returned to the driver, from which a larger chunk may then be allocated.
  std::vector<CachingAllocator::Chunk> TakeFreeChunks() { return cache_.TakeFreeChunks(); }
  // No work may use the memory.
  void ReturnToDriver(void* memory) { cache_.ReturnChunk(memory); }
  // Returns all memory to the driver.
  void ReleaseAll() { cache_.ReleaseAll(); }

  // The number of bytes allocated from the driver.
  uint64_t bytes_taken() const { return cache_.bytes_reserved(); }
  // Completes statistics that already have the bytes in use.
  void AddStats(MemoryStats* stats) const {
    stats->bytes_reserved = static_cast<int64_t>(cache_.bytes_reserved());
    stats->peak_bytes_reserved = static_cast<int64_t>(cache_.peak_bytes_reserved());
    stats->largest_free_block_bytes = static_cast<int64_t>(cache_.largest_free_block());
  }

 private:
  CachingAllocator cache_;
};

// TensorFlow's own allocator (BFC) divides the blocks that it gets here among tensors, and reuses
// them in the order of the compute stream. So requests are few and large, and each goes to the
// driver.
class DriverSource {
 public:
  DriverSource(int ordinal, const DeviceProperties&, std::optional<uint64_t> limit)
      : ordinal_(ordinal), limit_(limit) {}

  void* Allocate(uint64_t size) {
    if (limit_.has_value() && size > *limit_ - taken_) return nullptr;
    void* const memory = AllocateFromDriver(ordinal_, size);
    if (memory == nullptr) return nullptr;
    blocks_[memory] = size;
    taken_ += size;
    return memory;
  }
  bool Recycle(void* /*memory*/) { return false; }
  std::vector<CachingAllocator::Chunk> TakeFreeChunks() { return {}; }
  // No work may use the memory.
  void ReturnToDriver(void* memory) {
    const auto block = blocks_.find(memory);
    if (block != blocks_.end()) {
      taken_ -= block->second;
      blocks_.erase(block);
    }
    driver::Free(ordinal_, memory);
  }
  void ReleaseAll() {
    for (const auto& [memory, size] : blocks_) driver::Free(ordinal_, memory);
    blocks_.clear();
    taken_ = 0;
  }

  uint64_t bytes_taken() const { return taken_; }
  // Only the driver knows how much is free.
  void AddStats(MemoryStats* stats) const {
    stats->bytes_reserved = stats->bytes_in_use;
    stats->peak_bytes_reserved = stats->peak_bytes_in_use;
  }

 private:
  const int ordinal_;
  const std::optional<uint64_t> limit_;
  std::unordered_map<void*, uint64_t> blocks_;  // allocated from the driver
  uint64_t taken_ = 0;                          // their total size
};

using MemorySource = std::conditional_t<features::kPluginAllocator, CachingSource, DriverSource>;

}  // namespace pluggable::runtime

#endif  // PLUGGABLE_RUNTIME_MEMORY_SOURCE_H_
