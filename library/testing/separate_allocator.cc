// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Replaces runtime/caching_allocator.cc for kernel_fuzz: every tensor gets its own memory from the
// system, so that AddressSanitizer detects accesses out of bounds.

#include "runtime/caching_allocator.h"

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

namespace pluggable::runtime {

namespace {

// With so many freed tensors, Allocate fails. Then Memory waits for the work on them, and takes
// them.
constexpr size_t kMaxFree = 64;

}  // namespace

CachingAllocator::CachingAllocator(uint64_t alignment, uint64_t limit, AllocateChunk allocate_chunk,
                                   FreeChunk free_chunk)
    : alignment_(alignment),
      limit_(limit),
      allocate_chunk_(std::move(allocate_chunk)),
      free_chunk_(std::move(free_chunk)),
      next_chunk_(0) {}

void* CachingAllocator::Allocate(uint64_t size) {
  if (free_by_size_.size() >= kMaxFree || size > limit_ - reserved_) return nullptr;
  void* memory = nullptr;
  if (posix_memalign(&memory, alignment_, size) != 0) return nullptr;
  chunks_[static_cast<Address>(memory)] = size;
  reserved_ += size;
  peak_reserved_ = std::max(peak_reserved_, reserved_);
  return memory;
}

// Enqueued work may still use the memory, so the system does not get it yet.
void CachingAllocator::Free(void* memory) {
  const auto chunk = chunks_.find(static_cast<Address>(memory));
  if (chunk != chunks_.end()) free_by_size_.insert({chunk->second, chunk->first});
}

std::vector<CachingAllocator::Chunk> CachingAllocator::TakeFreeChunks() {
  std::vector<Chunk> taken;
  for (const auto& [size, address] : std::exchange(free_by_size_, {})) {
    taken.push_back({address, size});
  }
  return taken;
}

void CachingAllocator::ReturnChunk(void* memory) {
  const auto chunk = chunks_.find(static_cast<Address>(memory));
  reserved_ -= chunk->second;
  chunks_.erase(chunk);
  std::free(memory);
}

void CachingAllocator::ReleaseAll() {
  free_by_size_.clear();
  while (!chunks_.empty()) ReturnChunk(chunks_.begin()->first);
}

}  // namespace pluggable::runtime
