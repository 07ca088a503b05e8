// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Records which memory the work of an op reads and writes. An error then reaches the ops that need
// the lost result, and no others.

#ifndef PLUGGABLE_OP_MEMORY_H_
#define PLUGGABLE_OP_MEMORY_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

#include "pluggable/status.h"

namespace pluggable::internal {

// An error of enqueued work.
struct Failure {
  explicit Failure(Status status) : error(std::move(status)) {}

  const Status error;                    // begins with the name of the op
  std::atomic<bool> is_reported{false};  // an op, a copy or a wait has reported it
};

// The memory that one call of Compute fetches and allocates. The thread of Compute adds entries.
// Work refers to the entries that existed when it was enqueued; entries never move.
class OpMemory {
 public:
  enum class Use : uint8_t {
    kRead,
    kWritten,  // an output or a temporary: has no result before the work has run
    kUpdated   // a variable: keeps its value if the work does not run, unless it is launched
  };
  struct Range {
    const char* begin;
    size_t bytes;
    Use use;
  };

  // An output that replaces the value of a variable. It takes the old value if the work fails. If
  // an earlier update of the old value was lost and not reported, that is true of the output, too.
  struct Replacement {
    char* output = nullptr;
    const char* old = nullptr;  // the old value, of as many bytes
    size_t bytes = 0;
  };

  // The step of work that belongs to none. Ops of eager code have it, too.
  static constexpr int64_t kNoStep = 0;

  // op_type must live as long as the process. The memory for ranges stays uninitialized.
  explicit OpMemory(const char* op_type = "", int64_t step = kNoStep)
      : op_type_(op_type), step_(step) {}
  OpMemory(const OpMemory&) = delete;
  OpMemory& operator=(const OpMemory&) = delete;

  void Add(Use use, const void* begin, size_t bytes) {
    if (bytes == 0) return;
    if (used_ == kRangesPerChunk) {
      last_->next = std::make_unique<Chunk>();
      last_ = last_->next.get();
      used_ = 0;
    }
    last_->ranges[used_++] = {static_cast<const char*>(begin), bytes, use};
    ++size_;
  }
  size_t size() const { return size_; }
  // Whether the op has allocated an output with elements, or updates a variable with elements.
  bool WritesAny() const {
    bool any = false;
    ForEach(size_, [&](const Range& range) {
      any = range.use != Use::kRead;
      return !any;
    });
    return any;
  }
  const char* op_type() const { return op_type_; }
  // The number of TensorFlow's step that runs the op.
  int64_t step() const { return step_; }

  // The primitive that work enqueued now computes; null if there is none.
  const char* primitive() const { return primitive_; }
  void set_primitive(const char* primitive) { primitive_ = primitive; }

  // The number of entries that work already enqueued by the op may use. Outputs in later entries
  // have no result yet.
  size_t entries_in_work() const { return entries_in_work_; }
  void CountInWork() { entries_in_work_ = size_; }

  // Whether the op has launched a device function. The device runs that even if earlier work
  // failed, so a variable that it updates in place has no value if the inputs have none.
  bool is_launched() const { return is_launched_.load(std::memory_order_relaxed); }
  void SetLaunched() { is_launched_.store(true, std::memory_order_relaxed); }

  // Call it at most once, before the work that writes the output is enqueued.
  void SetReplacement(void* output, const void* old, size_t bytes) {
    replacement_ = {static_cast<char*>(output), static_cast<const char*>(old), bytes};
  }
  const Replacement& replacement() const { return replacement_; }

  // Calls visit(range) for the first `count` ranges, until one returns false. Later ranges are not
  // read, since another thread may be adding to them.
  template <typename Visit>
  void ForEach(size_t count, Visit visit) const {
    const Chunk* chunk = &first_;
    size_t place = 0;
    for (; count > 0; --count, ++place) {
      if (place == kRangesPerChunk) {
        chunk = chunk->next.get();
        place = 0;
      }
      if (!visit(chunk->ranges[place])) return;
    }
  }

  // The error that made work of this op fail or not run; null if all work has run so far. After an
  // error, the rest of the op's work does not run.
  std::shared_ptr<Failure> failure() const {
    if (!failed_.load(std::memory_order_acquire)) return nullptr;
    std::lock_guard<std::mutex> lock(mutex_);
    return failure_;
  }
  void Fail(std::shared_ptr<Failure> failure) {
    std::lock_guard<std::mutex> lock(mutex_);
    if (failure_ != nullptr) return;
    failure_ = std::move(failure);
    failed_.store(true, std::memory_order_release);
  }

 private:
  static constexpr size_t kRangesPerChunk = 6;
  struct Chunk {
    std::array<Range, kRangesPerChunk> ranges;
    std::unique_ptr<Chunk> next;
  };

  const char* const op_type_;
  const int64_t step_;
  const char* primitive_ = nullptr;
  Chunk first_;
  Chunk* last_ = &first_;
  size_t used_ = 0;  // the used entries of the last chunk
  size_t size_ = 0;
  size_t entries_in_work_ = 0;
  Replacement replacement_;
  std::atomic<bool> is_launched_{false};
  std::atomic<bool> failed_{false};
  mutable std::mutex mutex_;
  std::shared_ptr<Failure> failure_;
};

// Whether some memory has no result because the work that was to write it failed.
bool AnyFailure();

}  // namespace pluggable::internal

#endif  // PLUGGABLE_OP_MEMORY_H_
