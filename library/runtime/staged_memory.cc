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

// Pointers into different allocations can only be compared in this way.
bool IsBefore(const char* a, const char* b) { return std::less<const char*>()(a, b); }

const char* EndOf(const StagedMemory::Range& range) { return range.begin + range.bytes; }

size_t RoundUp(size_t bytes) {
  return (bytes + StagedMemory::kAlignment - 1) / StagedMemory::kAlignment *
         StagedMemory::kAlignment;
}

}  // namespace

void StagedMemory::AddUses(const internal::OpMemory& memory, size_t uses) {
  size_t index = 0;
  memory.ForEach(uses, [&](const internal::OpMemory::Range& range) {
    // Earlier work of the op may have written a part of an output.
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

void StagedMemory::Finish() {
  std::sort(ranges_.begin(), ranges_.end(), [](const Range& a, const Range& b) {
    return a.begin != b.begin ? IsBefore(a.begin, b.begin) : a.bytes < b.bytes;
  });
  JoinEqual();
  for (Range& range : ranges_) {
    if (intervals_.empty() || !IsBefore(range.begin, intervals_.back().end)) {
      const size_t offset = intervals_.empty() ? 0 : RoundUp(intervals_.back().EndOfCopy());
      intervals_.push_back({range.begin, range.begin, offset});
    }
    Interval& interval = intervals_.back();
    if (IsBefore(interval.end, EndOf(range))) interval.end = EndOf(range);
    range.offset = interval.offset + static_cast<size_t>(range.begin - interval.begin);
    if (range.is_read) bytes_read_ += range.bytes;
    if (range.is_written) bytes_written_ += range.bytes;
  }
  bytes_ = intervals_.empty() ? 0 : intervals_.back().EndOfCopy();
}

// An input that occurs twice is copied once.
void StagedMemory::JoinEqual() {
  size_t joined = 0;
  for (const Range& range : ranges_) {
    Range* const last = joined == 0 ? nullptr : &ranges_[joined - 1];
    if (last != nullptr && last->begin == range.begin && last->bytes == range.bytes) {
      last->is_read = last->is_read || range.is_read;
      last->is_written = last->is_written || range.is_written;
    } else {
      ranges_[joined++] = range;
    }
  }
  ranges_.erase(ranges_.begin() + static_cast<std::ptrdiff_t>(joined), ranges_.end());
}

char* StagedMemory::FindCopy(const void* pointer) const {
  const auto* const address = static_cast<const char*>(pointer);
  const auto next = std::upper_bound(intervals_.begin(), intervals_.end(), address,
                                     [](const char* wanted, const Interval& interval) {
                                       return IsBefore(wanted, interval.begin);
                                     });
  if (next == intervals_.begin()) return nullptr;
  const Interval& interval = *std::prev(next);
  // The end address of a range belongs to it, since loops compare with it.
  if (IsBefore(interval.end, address)) return nullptr;
  return block_ + interval.offset + (address - interval.begin);
}

void* StagedMemory::Find(const void* pointer) const {
  if (char* const copy = FindCopy(pointer)) return copy;
  const auto* const address = static_cast<const char*>(pointer);
  for (const auto& [begin, bytes] : host_) {
    if (address >= begin && address <= begin + bytes) return const_cast<void*>(pointer);
  }
  // Memory that a closure owns. With drivers whose host functions must not call the device, usual
  // work never gets here: everything else that it uses is an entry of its op.
  if (driver::DeviceOf(pointer) < 0) return const_cast<void*>(pointer);
  throw std::logic_error(
      "work uses device memory that its op has neither fetched nor allocated before it enqueued "
      "the work; see OpKernelContext::UseMemory");
}

}  // namespace pluggable::runtime
