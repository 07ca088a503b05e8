// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Device memory that lacks the result that it should contain.

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

// TensorFlow aborts the process when an event or a stream reports a failure, so neither ever does.
// Instead, the runtime records which memory was not written. Work on the streams sets and removes
// these marks, in stream order. An error spreads from a piece of work to the work that reads its
// outputs, and ends where the memory is written again.
//
// A variable whose update is lost keeps its value. In the same step, work that reads it fails like
// work that reads the lost result itself: on TensorFlow's CPU it would not run. Later steps compute
// with the old value. The mark follows the variable's value into other memory until it is reported.
//
// There is one object for the process, since devices copy from each other and their addresses do
// not overlap.
class FailedResults {
 public:
  static FailedResults& Get();

  // Whether there are no marks, as in any program without errors.
  bool empty() const { return marks_.load(std::memory_order_acquire) == 0; }

  // Work on a stream calls it first. Work of a failed op is skipped, and so is work that reads
  // marked memory: *skipped becomes the failure. It is null if the work may run.
  void Check(internal::OpMemory* memory, size_t uses, std::shared_ptr<internal::Failure>* skipped);
  // Marks the memory that the op's work was to write. Variables that it was to update are marked as
  // having lost an update, or as having no value if the work was launched. False if there is no
  // such memory, so that nobody will find the failure.
  bool Mark(const internal::OpMemory& memory, size_t uses,
            const std::shared_ptr<internal::Failure>& failure);
  // The memory lacks what a copy was to write.
  void Mark(const void* begin, size_t bytes, const std::shared_ptr<internal::Failure>& failure);
  // The op's work has written its memory.
  void Unmark(const internal::OpMemory& memory, size_t uses);

  // A copy has written the memory, or it has just been allocated.
  void Unmark(const void* begin, size_t bytes);
  // The memory has the value of a variable whose update was lost in that step.
  void MarkLost(const void* begin, size_t bytes, const std::shared_ptr<internal::Failure>& failure,
                int64_t step);
  // A copy of memory lacks the results that the source lacks for work of that step.
  void Copy(const void* from, const void* to, size_t bytes, int64_t step);
  // The memory at `to` has the next value of the variable that is at `from`. Lost updates that are
  // not reported yet are lost there, too.
  void CopyLost(const void* from, const void* to, size_t bytes);

  // The first failure that left a part of the memory without a result.
  std::shared_ptr<internal::Failure> Find(const void* begin, size_t bytes) const;
  // The same, or the failure of an update of the memory that was lost and not yet reported. The
  // caller reports it.
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
    int64_t step;
  };

  // The lock must be held.
  void Add(uintptr_t begin, uintptr_t end, const std::shared_ptr<internal::Failure>& failure);
  void Remove(uintptr_t begin, uintptr_t end);
  void RemoveLost(uintptr_t begin, uintptr_t end);
  // Removes lost updates of other steps whose failure was reported. Work of this step must still
  // not compute with the old value.
  void ForgetTold(int64_t step);
  void AddLost(const LostUpdate& lost);
  std::shared_ptr<internal::Failure> FindLocked(uintptr_t begin, uintptr_t end) const;
  // The same for work of that step, which also lacks the updates that were lost in it.
  std::shared_ptr<internal::Failure> FindLocked(uintptr_t begin, uintptr_t end, int64_t step) const;
  void Count() { marks_.store(unwritten_.size() + lost_.size(), std::memory_order_release); }

  mutable std::mutex mutex_;
  std::map<uintptr_t, Unwritten> unwritten_;  // by the first address; they do not overlap
  std::vector<LostUpdate> lost_;
  std::atomic<size_t> marks_{0};
};

}  // namespace pluggable::runtime

#endif  // PLUGGABLE_RUNTIME_FAILED_RESULTS_H_
