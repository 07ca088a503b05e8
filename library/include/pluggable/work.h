// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// A piece of work for the device: a closure that can be moved but not copied.

#ifndef PLUGGABLE_WORK_H_
#define PLUGGABLE_WORK_H_

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "pluggable/op_memory.h"
#include "pluggable/running_work.h"
#include "pluggable/status.h"
#include "pluggable/subnormals.h"

namespace pluggable {

class Work;

// The stream that the work was enqueued on. It decides whether the work runs, and receives the
// result.
class WorkObserver {
 public:
  // Whether the work may run. It must not if its inputs have no result.
  virtual bool MayRun(const Work& work) = 0;
  // Called after the work has run, with its result. Not called if MayRun() was false.
  virtual void HasRun(const Work& work, Status status) = 0;
  // Called after the work has run or was skipped, and everything that it owned is destroyed.
  virtual void IsOver(bool may_fail) = 0;

 protected:
  ~WorkObserver() = default;
};

// A closure for the device. Its captures are destroyed as soon as it has run, so work can own host
// values and tensors. A closure of up to kInlineBytes needs no allocation.
class Work {
 public:
  static constexpr size_t kInlineBytes = 128;

  // work() returns a Status or nothing; an exception is an error. op_name must stay valid until the
  // work has run, as the names of kernels do. `memory` is the memory that the op has fetched and
  // allocated so far; null for work that belongs to no op.
  template <typename F>
  Work(F work, const char* op_name, WorkObserver* observer,
       std::shared_ptr<internal::OpMemory> memory)
      : op_name_(op_name), observer_(observer), memory_(std::move(memory)) {
    may_fail_ = std::is_convertible_v<std::invoke_result_t<F&>, Status>;
    if (memory_ != nullptr) memory_uses_ = memory_->size();
    if constexpr (FitsInline<F>()) {
      new (storage_) F(std::move(work));
      operations_ = &Inline<F>::kOperations;
    } else {
      new (storage_) F*(new F(std::move(work)));
      operations_ = &OnHeap<F>::kOperations;
    }
  }
  ~Work() { Reset(); }
  Work(Work&& other) noexcept { MoveFrom(other); }
  Work& operator=(Work&& other) noexcept {
    if (this != &other) {
      Reset();
      MoveFrom(other);
    }
    return *this;
  }
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;

  // Runs the work. A driver calls it once. The stream receives errors, including exceptions of the
  // closure. If memory is too short to record an error, it throws std::bad_alloc.
  void operator()() {
    struct AtTheEnd {
      WorkObserver* observer;
      bool may_fail;
      ~AtTheEnd() { observer->IsOver(may_fail); }
    } const at_the_end{observer_, may_fail_};
    const internal::RunningWork running(observer_);
    const internal::SubnormalsAreZero as_elsewhere;
    if (observer_->MayRun(*this)) observer_->HasRun(*this, Call());
    Reset();
    memory_.reset();
  }

  // The name of the op that the work is for.
  const char* op_name() const { return op_name_; }
  // Whether the closure returns a Status.
  bool may_fail() const { return may_fail_; }
  // The memory that the op has fetched and allocated; null for work that belongs to no op.
  internal::OpMemory* memory() const { return memory_.get(); }
  // The number of entries of memory() that the work may use.
  size_t memory_uses() const { return memory_uses_; }

 private:
  struct Operations {
    Status (*call)(void* storage);
    void (*move)(void* from, void* to);  // leaves nothing to destroy in `from`
    void (*destroy)(void* storage);
  };

  template <typename F>
  static constexpr bool FitsInline() {
    return sizeof(F) <= kInlineBytes && alignof(F) <= alignof(std::max_align_t) &&
           std::is_nothrow_move_constructible_v<F>;
  }

  template <typename F>
  static Status Invoke(F& work) {
    if constexpr (std::is_convertible_v<std::invoke_result_t<F&>, Status>) {
      return work();
    } else {
      static_assert(std::is_void_v<std::invoke_result_t<F&>>,
                    "work on a stream returns a Status or nothing");
      work();
      return Status();
    }
  }

  template <typename F>
  struct Inline {
    static F* Get(void* storage) { return std::launder(static_cast<F*>(storage)); }
    static Status Call(void* storage) { return Invoke(*Get(storage)); }
    static void Move(void* from, void* to) {
      new (to) F(std::move(*Get(from)));
      Get(from)->~F();
    }
    static void Destroy(void* storage) { Get(storage)->~F(); }
    static constexpr Operations kOperations{&Call, &Move, &Destroy};
  };

  template <typename F>
  struct OnHeap {
    static F*& Get(void* storage) { return *std::launder(static_cast<F**>(storage)); }
    static Status Call(void* storage) { return Invoke(*Get(storage)); }
    static void Move(void* from, void* to) { new (to) F*(Get(from)); }
    static void Destroy(void* storage) { delete Get(storage); }
    static constexpr Operations kOperations{&Call, &Move, &Destroy};
  };

  Status Call() noexcept {
    try {
      return operations_->call(storage_);
    } catch (...) {
      return StatusOfException();
    }
  }

  void MoveFrom(Work& other) noexcept {
    op_name_ = other.op_name_;
    observer_ = other.observer_;
    memory_ = std::move(other.memory_);
    memory_uses_ = other.memory_uses_;
    may_fail_ = other.may_fail_;
    operations_ = std::exchange(other.operations_, nullptr);
    if (operations_ != nullptr) operations_->move(other.storage_, storage_);
  }

  void Reset() noexcept {
    if (operations_ != nullptr) std::exchange(operations_, nullptr)->destroy(storage_);
  }

  alignas(std::max_align_t) std::byte storage_[kInlineBytes];
  const Operations* operations_ = nullptr;
  const char* op_name_ = nullptr;
  WorkObserver* observer_ = nullptr;
  std::shared_ptr<internal::OpMemory> memory_;
  size_t memory_uses_ = 0;
  bool may_fail_ = false;
};

}  // namespace pluggable

#endif  // PLUGGABLE_WORK_H_
