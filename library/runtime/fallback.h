// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Work of the host's on a device whose memory the host does not reach.

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

// Puts on a stream's queue: copies of what the work reads, into host memory; the work, which uses
// these copies (OnDevice finds them); copies back of what it writes. The host does not wait. Since
// all of it keeps the queue's order, one block of host memory serves all work.
//
// The driver's part are CopyToHost, CopyToDevice, HostCall and AllocateHost. The function that
// HostCall gets calls none of the driver's functions but DeviceOf, and that for pointers only that
// are no tensor's.
class Fallback {
 public:
  explicit Fallback(Stream& stream);
  ~Fallback();  // the queue is done
  Fallback(const Fallback&) = delete;
  Fallback& operator=(const Fallback&) = delete;

  // What the work may use of its op's memory: all of it, or only what it takes for the old value of
  // a variable to replace a result that is missing.
  enum class Memory : uint8_t { kAll, kReplacement };

  // *runs says whether the work will run, as it may though a copy back could not be enqueued.
  // Fails if host memory is short, with the driver's errors, and where <PLUGIN>_FALLBACK is
  // `error`. Where it is `report`, fallback_report.h counts the work.
  Status Enqueue(Work&& work, Memory used, bool* runs);

 private:
  struct Piece;
  class Enqueuing;

  // Enqueues the piece. Where work of this stream does that while a thread is enqueuing, that
  // thread does it when it is done: a queue that does everything at once may have run the work on
  // any thread, and it would wait for itself.
  Status EnqueueInOrder(Piece&& piece, bool* runs);
  // Of the thread whose turn it is.
  Status EnqueueParts(Piece&& piece, bool* runs);
  // Enqueues what came from work meanwhile, and ends the turn.
  void EnqueueNested();
  // Makes block_ large enough.
  Status Grow(size_t bytes);

  Stream& stream_;
  const int ordinal_;  // of the device, which may be gone before the stream

  // The parts of a piece follow each other, as if the device had done it: an update between the
  // copy of a variable and the copy back would be lost.
  std::mutex mutex_;
  std::condition_variable turn_;
  bool is_enqueuing_ = false;  // a thread, which uses block_
  std::vector<Piece> nested_;  // for it to enqueue as well
  char* block_ = nullptr;
  size_t block_bytes_ = 0;
  std::vector<char*> outgrown_;  // that the queue may still use
};

}  // namespace pluggable::runtime

#endif  // PLUGGABLE_RUNTIME_FALLBACK_H_
