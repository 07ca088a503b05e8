// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Device memory that should hold a result and does not.

#ifndef PLUGGABLE_RUNTIME_FAILED_RESULTS_H_
#define PLUGGABLE_RUNTIME_FAILED_RESULTS_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "pluggable/op_memory.h"
#include "pluggable/status.h"

namespace pluggable::runtime {

// TensorFlow ends the process when an event or a stream says that it has failed, so neither ever
// does. What is known instead is which memory was not written. Marks are set and removed in the
// order of the streams, by what runs on them: an error spreads from a piece of work to those that
// read its outputs, and ends where the memory is written again.
//
// One for the process, since devices copy from each other and their addresses do not overlap.
class FailedResults {
 public:
  static FailedResults& Get();

  // Whether there are no marks, as there are none in a program without errors.
  bool empty() const { return marks_.load(std::memory_order_acquire) == 0; }

  // Called by work on a stream. A failed op's work is skipped, as is work that reads memory with a
  // mark: *skipped gets the failure, null if the work may run.
  void Check(internal::OpMemory* memory, size_t uses, std::shared_ptr<internal::Failure>* skipped);
  // Marks what the op's work was to write, and variables that it was to update as having lost an
  // update, or as having no value if the work was launched. False if that is nothing: nobody will
  // look for a result.
  bool Mark(const internal::OpMemory& memory, size_t uses,
            const std::shared_ptr<internal::Failure>& failure);
  // The op's work has written its memory.
  void Unmark(const internal::OpMemory& memory, size_t uses);

  // The memory has been written, by a copy or an allocation of its own.
  void Unmark(const void* begin, size_t bytes);
  // The memory has the value of a variable whose update was lost.
  void MarkLost(const void* begin, size_t bytes, const std::shared_ptr<internal::Failure>& failure);
  // A copy carries marks along.
  void Copy(const void* from, const void* to, size_t bytes);

  // The first failure that left a part of the memory without a result.
  std::shared_ptr<internal::Failure> Find(const void* begin, size_t bytes) const;
  // The same, or a failure that an update of the memory was lost to and nobody has been told of.
  std::shared_ptr<internal::Failure> FindOrTakeLost(const void* begin, size_t bytes);

 private:
  struct Unwritten {
    uintptr_t end;
    std::shared_ptr<internal::Failure> failure;
  };
  struct LostUpdate {
    uintptr_t begin;
    uintptr_t end;
    std::shared_ptr<internal::Failure> failure;
  };

  // With the lock held.
  void Add(uintptr_t begin, uintptr_t end, const std::shared_ptr<internal::Failure>& failure);
  void Remove(uintptr_t begin, uintptr_t end);
  // Also what somebody has been told of.
  void RemoveLost(uintptr_t begin, uintptr_t end);
  std::shared_ptr<internal::Failure> FindLocked(uintptr_t begin, uintptr_t end) const;
  void Count() { marks_.store(unwritten_.size() + lost_.size(), std::memory_order_release); }

  mutable std::mutex mutex_;
  std::map<uintptr_t, Unwritten> unwritten_;  // by the first address; they do not overlap
  std::vector<LostUpdate> lost_;
  std::atomic<size_t> marks_{0};
};

}  // namespace pluggable::runtime

#endif  // PLUGGABLE_RUNTIME_FAILED_RESULTS_H_
