// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Gates in OpenCL queues: what is behind a gate waits until a function of the host has returned.

#ifndef PLUGGABLE_DRIVER_OPENCL_GATES_H_
#define PLUGGABLE_DRIVER_OPENCL_GATES_H_

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "pluggable/status.h"

#include "driver/opencl/api.h"

namespace pluggable::opencl {

// The gates of one queue. They open in order. If OpenCL does not let one open, it and all that
// follow stay shut for good: what is behind them never runs, and nobody must wait for it.
class Gates {
 public:
  Gates() = default;
  Gates(const Gates&) = delete;
  Gates& operator=(const Gates&) = delete;

  // Whether there is any queue that a gate keeps for good.
  static bool IsAnyStuck();

  // Counts one more.
  void Add();
  // The latest, which no command has been put behind, is not used.
  void TakeBack();
  uint64_t added() const;
  // Opens the first that is shut, and releases its event.
  void Open(cl_event gate);
  bool AreOpen(uint64_t count) const;
  // Blocks until the first `count` are open. Returns an error if that will never be.
  Status Await(uint64_t count) const;
  // The same without waiting: an error only if that will never be.
  Status Check(uint64_t count) const;

 private:
  Status CheckLocked(uint64_t count) const;

  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  uint64_t added_ = 0;
  uint64_t open_ = 0;
  Status stuck_;  // why no more of them open
};

// The gates that a command is behind, of its queue and of those that its queue has waited for.
class GatesBefore {
 public:
  void Add(std::shared_ptr<const Gates> gates, uint64_t count);
  void Add(const GatesBefore& others);
  Status Await() const;
  Status Check() const;

 private:
  struct Some {
    std::shared_ptr<const Gates> gates;
    uint64_t count;
  };
  std::vector<Some> all_;  // those that were shut when they were added
};

}  // namespace pluggable::opencl

#endif  // PLUGGABLE_DRIVER_OPENCL_GATES_H_
