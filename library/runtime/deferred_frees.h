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

// TensorFlow frees a tensor as soon as the Compute that used it has returned. The device may not
// even have started the work. Freed memory waits here until every stream has passed the work that
// was enqueued by then. Frees are collected into batches, so that each batch and not each tensor
// costs an event on each stream. It is not thread-safe: Memory holds its lock.
class DeferredFrees {
 public:
  explicit DeferredFrees(Device* device) : device_(*device) {}

  void Add(void* memory, uint64_t bytes);
  bool empty() const { return open_.blocks.empty() && batches_.empty(); }

  // Removes and returns the memory that no work uses any more.
  std::vector<void*> Collect();

  // Removes all batches, each with the events to wait for. The caller must not hold a lock while it
  // waits, since work that ends meanwhile may free memory.
  struct Batch {
    std::vector<void*> blocks;
    uint64_t bytes = 0;
    std::vector<std::unique_ptr<Event>> events;  // empty: not recorded yet
    bool needs_idle_device = false;              // an event could not be created

    bool IsPast(const Device& device) const;
    // Blocks until IsPast. It gives up soon and returns false if functions of TensorFlow are on a
    // stream, since these may wait for a lock that the caller's caller holds.
    bool Await(const Device& device) const;
  };
  std::vector<Batch> TakeAll();
  // Returns the batches that TakeAll has removed.
  void PutBack(std::vector<Batch> batches);

 private:
  void CloseBatch();

  Device& device_;
  Batch open_;
  std::deque<Batch> batches_;
};

}  // namespace pluggable::runtime

#endif  // PLUGGABLE_RUNTIME_DEFERRED_FREES_H_
