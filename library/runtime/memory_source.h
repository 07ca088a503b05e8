// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// How Memory takes device memory from the driver.

#ifndef PLUGGABLE_RUNTIME_MEMORY_SOURCE_H_
#define PLUGGABLE_RUNTIME_MEMORY_SOURCE_H_

#include <cstdint>
#include <optional>
#include <type_traits>
#include <unordered_map>

#include "pluggable/device_properties.h"

#include "driver/driver.h"
#include "plugin/features/memory.h"
#include "runtime/caching_allocator.h"

namespace pluggable::runtime {

struct MemoryStats {
  int64_t num_allocs = 0;
  int64_t bytes_in_use = 0;
  int64_t peak_bytes_in_use = 0;
  int64_t largest_alloc_size = 0;
  int64_t bytes_limit = 0;
  int64_t bytes_reserved = 0;  // taken from the driver
  int64_t peak_bytes_reserved = 0;
  int64_t largest_free_block_bytes = 0;
};

// Memory comes from one of two sources, which have the same functions. Neither is safe for use by
// several threads: Memory holds its lock.

// TensorFlow's every tensor comes here (the spec says `allocator: plugin`), so most requests are
// served from memory that a caching allocator holds.
class CachingSource {
 public:
  // Gives out no more than the limit, or what the device has.
  CachingSource(int ordinal, const DeviceProperties& properties, std::optional<uint64_t> limit)
      : cache_(
            properties.memory_alignment, limit.value_or(properties.memory_capacity),
            [ordinal](uint64_t size) { return driver::Allocate(ordinal, size); },
            [ordinal](void* chunk) { driver::Free(ordinal, chunk); }) {}

  // Null if there is none left.
  void* Allocate(uint64_t size) { return cache_.Allocate(size); }
  void Free(void* memory) { cache_.Free(memory); }
  // Gives everything back to the driver.
  void ReleaseAll() { cache_.ReleaseAll(); }

  // What is taken from the driver.
  uint64_t bytes_taken() const { return cache_.bytes_reserved(); }
  // Completes statistics that have what is in use.
  void AddStats(MemoryStats* stats) const {
    stats->bytes_reserved = static_cast<int64_t>(cache_.bytes_reserved());
    stats->peak_bytes_reserved = static_cast<int64_t>(cache_.peak_bytes_reserved());
    stats->largest_free_block_bytes = static_cast<int64_t>(cache_.largest_free_block());
  }

 private:
  CachingAllocator cache_;
};

// TensorFlow's own allocator (BFC) divides what it gets here among tensors, and reuses it in the
// order of the compute stream. So requests are few and large, and each is the driver's.
class DriverSource {
 public:
  DriverSource(int ordinal, const DeviceProperties&, std::optional<uint64_t> limit)
      : ordinal_(ordinal), limit_(limit) {}

  void* Allocate(uint64_t size) {
    if (limit_.has_value() && size > *limit_ - taken_) return nullptr;
    void* const memory = driver::Allocate(ordinal_, size);
    if (memory == nullptr) return nullptr;
    blocks_[memory] = size;
    taken_ += size;
    return memory;
  }
  void Free(void* memory) {
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
  // What is free only the driver knows.
  void AddStats(MemoryStats* stats) const {
    stats->bytes_reserved = stats->bytes_in_use;
    stats->peak_bytes_reserved = stats->peak_bytes_in_use;
  }

 private:
  const int ordinal_;
  const std::optional<uint64_t> limit_;
  std::unordered_map<void*, uint64_t> blocks_;  // of the driver's
  uint64_t taken_ = 0;                          // their bytes
};

using MemorySource = std::conditional_t<features::kPluginAllocator, CachingSource, DriverSource>;

}  // namespace pluggable::runtime

#endif  // PLUGGABLE_RUNTIME_MEMORY_SOURCE_H_
