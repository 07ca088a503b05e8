// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/scratch.h"

#include "driver/driver.h"
#include "runtime/stream.h"

namespace pluggable::internal {

ScratchMemory::~ScratchMemory() {
  if (block_ != nullptr) driver::Free(ordinal_, block_);
}

void* ScratchMemory::Get() {
  if (block_ == nullptr && asked_++ % kAskedOnceIn == 0) {
    block_ = driver::Allocate(ordinal_, kBytes);
  }
  return block_;
}

ScratchMemory& ScratchOf(SP_Stream stream) { return stream->stream->scratch(); }

}  // namespace pluggable::internal
