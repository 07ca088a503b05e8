// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "runtime/staged_memory.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <stdexcept>

#include "driver/driver.h"

namespace pluggable::runtime {

namespace {

using Use = internal::OpMemory::Use;

const char* EndOf(const StagedMemory::Range& range) { return range.begin + range.bytes; }

size_t RoundUp(size_t bytes) {
  return (bytes + StagedMemory::kAlignment - 1) / StagedMemory::kAlignment *
         StagedMemory::kAlignment;
}

}  // namespace

void StagedMemory::AddUses(const internal::OpMemory& memory, size_t uses) {
  size_t index = 0;
  memory.ForEach(uses, [&](const internal::OpMemory::Range& range) {
    // Work of the op that is ahead may have written a part of an output.
    const bool is_fresh = range.use == Use::kWritten && index >= memory.entries_in_work();
    ++index;
    if (driver::DeviceOf(range.begin) < 0) {
      host_.emplace_back(range.begin, range.bytes);
    } else {
      ranges_.push_back({range.begin, range.bytes, !is_fresh, range.use != Use::kRead});
    }
    return true;
  });
}

void StagedMemory::AddReplacement(const internal::OpMemory::Replacement& replacement,
                                  bool is_written) {
  if (replacement.output == nullptr) return;
  ranges_.push_back({replacement.old, replacement.bytes, true, false});
  ranges_.push_back({replacement.output, replacement.bytes, is_written, true});
}

void StagedMemory::Finish() {
  MergeOverlaps();
  for (Range& range : ranges_) {
    range.offset = bytes_;
    bytes_ += RoundUp(range.bytes);
    if (range.is_read) bytes_read_ += range.bytes;
    if (range.is_written) bytes_written_ += range.bytes;
  }
}

void StagedMemory::MergeOverlaps() {
  std::sort(ranges_.begin(), ranges_.end(), [](const Range& a, const Range& b) {
    return std::less<const char*>()(a.begin, b.begin);
  });
  size_t merged = 0;
  for (size_t i = 1; i < ranges_.size(); ++i) {
    Range& last = ranges_[merged];
    const Range& next = ranges_[i];
    if (!std::less<const char*>()(next.begin, EndOf(last))) {
      ranges_[++merged] = next;
      continue;
    }
    last.is_read = last.is_read || next.is_read;
    last.is_written = last.is_written || next.is_written;
    last.bytes = static_cast<size_t>(std::max(EndOf(last), EndOf(next)) - last.begin);
  }
  if (!ranges_.empty()) ranges_.resize(merged + 1);
}

void* StagedMemory::Find(const void* pointer) const {
  const auto* const address = static_cast<const char*>(pointer);
  const auto next = std::upper_bound(ranges_.begin(), ranges_.end(), address,
                                     [](const char* wanted, const Range& range) {
                                       return std::less<const char*>()(wanted, range.begin);
                                     });
  if (next != ranges_.begin()) {
    const Range& range = *std::prev(next);
    // The end of a range, where loops stop, belongs to it.
    if (address <= EndOf(range)) return CopyOf(range) + (address - range.begin);
  }
  for (const auto& [begin, bytes] : host_) {
    if (address >= begin && address <= begin + bytes) return const_cast<void*>(pointer);
  }
  // What a closure owns. Drivers whose host calls must not ask the device get no further in common
  // work: everything else that work uses is an entry of its op.
  if (driver::DeviceOf(pointer) < 0) return const_cast<void*>(pointer);
  throw std::logic_error(
      "work uses device memory that its op has neither fetched nor allocated before it enqueued "
      "the work; see OpKernelContext::UseMemory");
}

}  // namespace pluggable::runtime
