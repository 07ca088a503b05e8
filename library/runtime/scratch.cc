// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/scratch.h"

#include <algorithm>

#include "driver/driver.h"
#include "runtime/stream.h"

namespace pluggable::internal {

ScratchMemory::~ScratchMemory() {
  if (block_ != nullptr) driver::Free(ordinal_, block_);
}

void* ScratchMemory::Get() {
  if (block_ == nullptr && asked_++ % kAskedOnceIn == 0) {
    block_ = driver::Allocate(ordinal_, kBytes);
    if (block_ != nullptr) bytes_ = kBytes;
  }
  return block_;
}

void ScratchMemory::Grow(SP_Stream stream, uint64_t bytes) {
  if (bytes <= std::max(bytes_, kBytes)) return;  // Get allocates it
  // Rounded up, so that similar sizes share a block.
  const uint64_t wanted = (bytes + kBytes - 1) / kBytes * kBytes;
  if (wanted >= refused_ && ++asked_to_grow_ % kAskedOnceIn != 0) return;
  if (block_ != nullptr) stream->stream->Await();  // it may throw, so it comes first
  void* const larger = driver::Allocate(ordinal_, wanted);
  refused_ = larger == nullptr ? wanted : UINT64_MAX;
  if (larger == nullptr) return;
  if (block_ != nullptr) driver::Free(ordinal_, block_);
  block_ = larger;
  bytes_ = wanted;
}

ScratchMemory& ScratchOf(SP_Stream stream) { return stream->stream->scratch(); }

}  // namespace pluggable::internal
