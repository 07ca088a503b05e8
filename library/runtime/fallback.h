// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Runs work on the host for a device whose memory the host cannot access.

#ifndef PLUGGABLE_RUNTIME_FALLBACK_H_
#define PLUGGABLE_RUNTIME_FALLBACK_H_

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "pluggable/status.h"
#include "pluggable/work.h"

namespace pluggable::runtime {

class StagedMemory;
class Stream;

// Enqueues copies of the work's inputs to host memory, then the work, which uses these copies
// (OnDevice finds them), then copies of its outputs back. The host does not wait. All parts keep
// the queue's order, so one block of host memory serves all work.
//
// It needs the driver's CopyToHost, CopyToDevice, HostCall and AllocateHost. The function that
// HostCall runs calls DeviceOf for pointers that are not a tensor's. If the work has failed, it may
// copy on a queue of its own (Stream::MarkFailed). It calls no other function of the driver.
class Fallback {
 public:
  explicit Fallback(Stream& stream);
  ~Fallback();  // the queue must be done
  Fallback(const Fallback&) = delete;
  Fallback& operator=(const Fallback&) = delete;

  // The part of its op's memory that the work uses.
  enum class Memory : uint8_t { kAll, kNone };

  // *runs says whether the work will run; it may run even if a copy back could not be enqueued.
  // Fails if host memory is short, with the driver's errors, and if <PLUGIN>_FALLBACK is `error`.
  // If that is `report`, fallback_report.h counts the work.
  Status Enqueue(Work&& work, Memory used, bool* runs);

 private:
  struct Piece;
  class Enqueuing;

  // Enqueues the piece. If work of this stream calls it while a thread is enqueuing, that thread
  // enqueues the piece afterwards. A queue that does everything at once may have run the work on
  // any thread, which would otherwise wait for itself.
  Status EnqueueInOrder(Piece&& piece, bool* runs);
  // Only the thread whose turn it is calls it.
  Status EnqueueParts(Piece&& piece, bool* runs);
  // Enqueues the pieces that work has added meanwhile, and ends the turn.
  void EnqueueNested();
  // Makes block_ large enough.
  Status Grow(size_t bytes);

  Stream& stream_;
  const int ordinal_;  // the device may be closed before the stream

  // Keeps the parts of a piece together, as if the device had done the work. An update between the
  // copy of a variable and the copy back would be lost.
  std::mutex mutex_;
  std::condition_variable turn_;
  bool is_enqueuing_ = false;  // a thread is enqueuing, and uses block_
  std::vector<Piece> nested_;  // to be enqueued by that thread
  char* block_ = nullptr;
  size_t block_bytes_ = 0;
  std::vector<char*> outgrown_;  // old blocks that the queue may still use
};

}  // namespace pluggable::runtime

#endif  // PLUGGABLE_RUNTIME_FALLBACK_H_
