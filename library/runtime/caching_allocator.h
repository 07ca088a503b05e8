// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Divides a few large chunks of device memory among many tensors.

#ifndef PLUGGABLE_RUNTIME_CACHING_ALLOCATOR_H_
#define PLUGGABLE_RUNTIME_CACHING_ALLOCATOR_H_

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace pluggable::runtime {

// Best fit with coalescing: a request gets the smallest free block that is large enough. The
// remainder of the block stays free, and adjacent free blocks of a chunk are merged. A free block
// may be allocated again at once, although enqueued work still uses it: whatever uses it next is
// enqueued behind that work. It is not thread-safe: Memory holds its lock.
class CachingAllocator {
 public:
  using AllocateChunk = std::function<void*(uint64_t size)>;
  using FreeChunk = std::function<void(void* chunk)>;

  CachingAllocator(uint64_t alignment, uint64_t limit, AllocateChunk allocate_chunk,
                   FreeChunk free_chunk);

  // Null if the limit would be exceeded, or if no chunk can be allocated.
  void* Allocate(uint64_t size);
  void Free(void* memory);

  struct Chunk {
    void* memory;
    uint64_t size;
  };
  // Removes and returns the chunks that contain no allocated block. Each is to be freed by
  // ReturnChunk, as soon as no work uses it; until then it counts as reserved.
  std::vector<Chunk> TakeFreeChunks();
  void ReturnChunk(void* memory);
  // Frees all chunks.
  void ReleaseAll();

  uint64_t limit() const { return limit_; }
  uint64_t bytes_reserved() const { return reserved_; }
  uint64_t peak_bytes_reserved() const { return peak_reserved_; }
  uint64_t largest_free_block() const {
    return free_by_size_.empty() ? 0 : free_by_size_.rbegin()->first;
  }

 private:
  using Address = uint8_t*;
  struct Block {
    uint64_t size;
    Address chunk;
    bool free;
  };
  using Blocks = std::map<Address, Block>;

  bool Grow(uint64_t size);
  void* TakeFrom(Blocks::iterator block, uint64_t size);
  void MarkFree(Blocks::iterator block);
  void MarkUsed(Blocks::iterator block);

  const uint64_t alignment_;
  const uint64_t limit_;
  const AllocateChunk allocate_chunk_;
  const FreeChunk free_chunk_;
  Blocks blocks_;
  std::set<std::pair<uint64_t, Address>> free_by_size_;
  std::unordered_map<Address, uint64_t> chunks_;  // -> size
  uint64_t next_chunk_;
  uint64_t reserved_ = 0;
  uint64_t peak_reserved_ = 0;
};

}  // namespace pluggable::runtime

#endif  // PLUGGABLE_RUNTIME_CACHING_ALLOCATOR_H_
