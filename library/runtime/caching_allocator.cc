// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "runtime/caching_allocator.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "plugin/features/memory.h"

namespace pluggable::runtime {

namespace {

// With memory growth, each new chunk is twice as large as the one before. Otherwise a single chunk
// takes all memory.
constexpr uint64_t kFirstChunk = features::kMemoryGrowth ? 2 << 20 : UINT64_MAX;
// A smaller remainder of a block is not split off.
constexpr uint64_t kSmallestRest = 256;

}  // namespace

CachingAllocator::CachingAllocator(uint64_t alignment, uint64_t limit, AllocateChunk allocate_chunk,
                                   FreeChunk free_chunk)
    : alignment_(alignment),
      limit_(limit),
      allocate_chunk_(std::move(allocate_chunk)),
      free_chunk_(std::move(free_chunk)),
      next_chunk_(std::min(kFirstChunk, limit)) {}

void* CachingAllocator::Allocate(uint64_t size) {
  if (size > limit_) return nullptr;
  const uint64_t rounded = (size + alignment_ - 1) / alignment_ * alignment_;
  auto fit = free_by_size_.lower_bound({rounded, nullptr});
  if (fit == free_by_size_.end()) {
    if (!Grow(rounded)) return nullptr;
    fit = free_by_size_.lower_bound({rounded, nullptr});
  }
  return TakeFrom(blocks_.find(fit->second), rounded);
}

void CachingAllocator::Free(void* memory) {
  auto block = blocks_.find(static_cast<Address>(memory));
  if (block == blocks_.end() || block->second.free) return;
  const auto next = std::next(block);
  if (next != blocks_.end() && next->second.free && next->second.chunk == block->second.chunk) {
    MarkUsed(next);
    block->second.size += next->second.size;
    blocks_.erase(next);
  }
  if (block != blocks_.begin()) {
    const auto previous = std::prev(block);
    if (previous->second.free && previous->second.chunk == block->second.chunk) {
      MarkUsed(previous);
      previous->second.size += block->second.size;
      blocks_.erase(block);
      block = previous;
    }
  }
  MarkFree(block);
}

std::vector<CachingAllocator::Chunk> CachingAllocator::TakeFreeChunks() {
  std::vector<Chunk> taken;
  for (const auto& [address, size] : chunks_) {
    const auto block = blocks_.find(address);
    // A chunk that was taken before has no blocks.
    if (block == blocks_.end() || !block->second.free || block->second.size != size) continue;
    MarkUsed(block);
    blocks_.erase(block);
    taken.push_back({address, size});
  }
  return taken;
}

void CachingAllocator::ReturnChunk(void* memory) {
  const auto chunk = chunks_.find(static_cast<Address>(memory));
  reserved_ -= chunk->second;
  chunks_.erase(chunk);
  free_chunk_(memory);
}

void CachingAllocator::ReleaseAll() {
  for (const auto& [chunk, size] : chunks_) free_chunk_(chunk);
  chunks_.clear();
  blocks_.clear();
  free_by_size_.clear();
  reserved_ = 0;
}

bool CachingAllocator::Grow(uint64_t size) {
  const uint64_t left = limit_ - reserved_;
  if (size > left) return false;
  // Falls back to a chunk of just the requested size.
  for (const uint64_t wanted : {std::clamp(next_chunk_, size, left), size}) {
    void* const memory = allocate_chunk_(wanted);
    if (memory == nullptr) continue;
    const auto chunk = static_cast<Address>(memory);
    chunks_[chunk] = wanted;
    reserved_ += wanted;
    peak_reserved_ = std::max(peak_reserved_, reserved_);
    next_chunk_ = std::max(next_chunk_, std::min(limit_, 2 * wanted));
    MarkFree(blocks_.insert({chunk, Block{wanted, chunk, false}}).first);
    return true;
  }
  return false;
}

void* CachingAllocator::TakeFrom(Blocks::iterator block, uint64_t size) {
  MarkUsed(block);
  const uint64_t rest = block->second.size - size;
  if (rest >= std::max(kSmallestRest, alignment_)) {
    block->second.size = size;
    const Address behind = block->first + size;
    MarkFree(blocks_.insert({behind, Block{rest, block->second.chunk, false}}).first);
  }
  return block->first;
}

void CachingAllocator::MarkFree(Blocks::iterator block) {
  block->second.free = true;
  free_by_size_.insert({block->second.size, block->first});
}

void CachingAllocator::MarkUsed(Blocks::iterator block) {
  block->second.free = false;
  free_by_size_.erase({block->second.size, block->first});
}

}  // namespace pluggable::runtime
