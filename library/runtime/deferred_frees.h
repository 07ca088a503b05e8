// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Freed memory that enqueued work may still use.

#ifndef PLUGGABLE_RUNTIME_DEFERRED_FREES_H_
#define PLUGGABLE_RUNTIME_DEFERRED_FREES_H_

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "runtime/event.h"

namespace pluggable::runtime {

class Device;

// TensorFlow frees a tensor as soon as the Compute that used it has returned, when the device may
// not even have begun. What it frees waits here until every stream has passed the work that was
// enqueued by then. Frees are collected into batches, so that a batch and not a tensor costs an
// event on each stream. Not safe for use by several threads: Memory holds its lock.
class DeferredFrees {
 public:
  explicit DeferredFrees(Device* device) : device_(*device) {}

  void Add(void* memory, uint64_t bytes);
  bool empty() const { return open_.blocks.empty() && batches_.empty(); }

  // What no work uses any more.
  std::vector<void*> Collect();

  // Everything, each with the events to wait for. The caller waits without holding a lock, since
  // work that ends meanwhile may free memory.
  struct Batch {
    std::vector<void*> blocks;
    uint64_t bytes = 0;
    std::vector<std::unique_ptr<Event>> events;  // empty: not yet known what to wait for
    bool needs_idle_device = false;              // an event could not be had

    bool IsPast(const Device& device) const;
    // Blocks until IsPast, but not for long while functions of TensorFlow's are on a stream: they
    // may wait for a lock that the caller's caller holds. False if it has given up.
    bool Await(const Device& device) const;
  };
  std::vector<Batch> TakeAll();
  // Takes back what TakeAll has given.
  void PutBack(std::vector<Batch> batches);

 private:
  void CloseBatch();

  Device& device_;
  Batch open_;
  std::deque<Batch> batches_;
};

}  // namespace pluggable::runtime

#endif  // PLUGGABLE_RUNTIME_DEFERRED_FREES_H_
