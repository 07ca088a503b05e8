// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Work of the host's on a device whose memory the host does not reach.

#ifndef PLUGGABLE_RUNTIME_FALLBACK_H_
#define PLUGGABLE_RUNTIME_FALLBACK_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <thread>
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

  // Enqueues the piece, or puts it behind the one that this thread is enqueuing: a queue that does
  // everything at once runs work in the meantime, which may enqueue more.
  Status EnqueueInOrder(Piece&& piece, bool* runs);
  // The following with order_ locked.
  Status EnqueueParts(Piece&& piece, bool* runs);
  void EnqueueNested();
  // Makes block_ large enough.
  Status Grow(size_t bytes);

  Stream& stream_;
  const int ordinal_;  // of the device, which may be gone before the stream

  // The parts of a piece follow each other, as if the device had done it: an update between the
  // copy of a variable and the copy back would be lost.
  std::mutex order_;
  std::atomic<std::thread::id> enqueuing_;
  std::vector<Piece> nested_;  // the enqueuing thread's
  char* block_ = nullptr;
  size_t block_bytes_ = 0;
  std::vector<char*> outgrown_;  // that the queue may still use
};

}  // namespace pluggable::runtime

#endif  // PLUGGABLE_RUNTIME_FALLBACK_H_
