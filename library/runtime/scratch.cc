// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/scratch.h"

#include "driver/driver.h"
#include "runtime/stream.h"

namespace pluggable::internal {

ScratchMemory::~ScratchMemory() {
  if (block_ != nullptr) driver::Free(ordinal_, block_);
}

void* ScratchMemory::Get() {
  if (!is_asked_for_) block_ = driver::Allocate(ordinal_, kBytes);
  is_asked_for_ = true;
  return block_;
}

ScratchMemory& ScratchOf(SP_Stream stream) { return stream->stream->scratch(); }

}  // namespace pluggable::internal
