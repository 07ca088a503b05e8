// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Copies of device memory in host memory, which work on the host uses instead.

#ifndef PLUGGABLE_RUNTIME_STAGED_MEMORY_H_
#define PLUGGABLE_RUNTIME_STAGED_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "pluggable/op_memory.h"

namespace pluggable::runtime {

// The device memory that one piece of work reads and writes. If ranges overlap, so do their copies:
// tensors that share memory share a copy. Memory that is only read is not copied back, since
// another stream might have written it meanwhile.
class StagedMemory {
 public:
  struct Range {
    const char* begin;  // on the device
    size_t bytes;
    bool is_read;       // copied to the host before the work runs
    bool is_written;    // copied back when it has run
    size_t offset = 0;  // of the copy, in Place's block
  };

  // The alignment of copies in a block, in bytes. Vector units and Eigen need no more.
  static constexpr size_t kAlignment = 256;

  // Adds the device memory among the first `uses` entries of `memory`.
  void AddUses(const internal::OpMemory& memory, size_t uses);
  // Call it after everything is added.
  void Finish();

  // The size of a block for all copies.
  size_t bytes() const { return bytes_; }
  const std::vector<Range>& ranges() const { return ranges_; }
  // The bytes that are copied to the host, and back.
  size_t bytes_read() const { return bytes_read_; }
  size_t bytes_written() const { return bytes_written_; }
  void Place(char* block) { block_ = block; }
  char* CopyOf(const Range& range) const { return block_ + range.offset; }

  // The copy of the device memory at `pointer`; null if there is none.
  char* FindCopy(const void* pointer) const;
  // The copy of the memory at `pointer`; host pointers are returned unchanged. Throws
  // std::logic_error for device memory that has no copy here.
  void* Find(const void* pointer) const;

  // The copies that OnDevice uses on this thread; null outside of work on copies.
  static const StagedMemory* OfThisThread() { return of_this_thread; }

  // Makes OnDevice find the copies on this thread. Threads of the pool inherit them from the thread
  // whose work they share.
  class Scope {
   public:
    explicit Scope(const StagedMemory* memory) : outer_(std::exchange(of_this_thread, memory)) {}
    ~Scope() { of_this_thread = outer_; }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    const StagedMemory* const outer_;
  };

 private:
  static inline thread_local const StagedMemory* of_this_thread = nullptr;

  // Ranges that overlap, directly or through others.
  struct Interval {
    const char* begin;
    const char* end;
    size_t offset;  // of the copy in the block

    size_t EndOfCopy() const { return offset + static_cast<size_t>(end - begin); }
  };

  void JoinEqual();

  std::vector<Range> ranges_;
  std::vector<Interval> intervals_;  // by address
  std::vector<std::pair<const char*, size_t>> host_;
  size_t bytes_ = 0;
  size_t bytes_read_ = 0;
  size_t bytes_written_ = 0;
  char* block_ = nullptr;
};

}  // namespace pluggable::runtime

#endif  // PLUGGABLE_RUNTIME_STAGED_MEMORY_H_
