// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Records the work of one stream with the device's own times.

#ifndef PLUGGABLE_PROFILER_STREAM_LOG_H_
#define PLUGGABLE_PROFILER_STREAM_LOG_H_

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "pluggable/running_work.h"

#include "driver/driver.h"
#include "profiler/device_clock.h"
#include "profiler/op_note.h"
#include "profiler/session.h"

namespace pluggable::profiler {

// Records a driver event before and after each piece of work, so it works with any driver. Events
// are reused once the work is done. Close the log before it is destroyed.
class StreamLog {
 public:
  StreamLog(const WorkObserver* stream, int ordinal, int index, driver::Queue* queue)
      : stream_(stream), ordinal_(ordinal), index_(index), queue_(queue) {}
  StreamLog(const StreamLog&) = delete;
  StreamLog& operator=(const StreamLog&) = delete;

  // Call these before and after enqueuing a piece of work. Pieces do not overlap, even if several
  // threads enqueue: Begin locks out other threads until End, which may take as long as the work.
  // Begin returns false, without locking, if the piece is not recorded. See Recording. All other
  // functions can be called meanwhile.
  bool Begin(const WorkNote& note);
  void End();
  // Call it between Begin and End, on the same thread: the host computes the piece, or another part
  // of it. Copies to and from the host are part of the piece.
  void AddFallback(const char* primitive, uint64_t bytes_to_host, uint64_t bytes_to_device);

  // Discards all records.
  void Clear();
  // Reads the times of completed work. True if no work is pending, neither on the queue nor about
  // to be enqueued.
  bool Drain();
  // All completed records. Work that is not done by now is counted as dropped.
  StreamRecords Take();
  // Call it after the queue has ended, with all its work.
  void Close();

 private:
  struct Pending {
    WorkRecord record;
    driver::Event* begin = nullptr;
    driver::Event* end = nullptr;
  };

  // mutex_ must be held in all functions below.
  Status RecordEvent(driver::Event** event);
  void DrainLocked();
  void ClearLocked();
  // Releases the events and the clock.
  void ForgetPending();
  // Sets the times of the record. False if they cannot be determined.
  bool Measure(Pending* pending) const;

  const WorkObserver* const stream_;
  const int ordinal_;
  const int index_;
  driver::Queue* const queue_;
  std::mutex turn_;                           // locked from Begin to End, before mutex_
  std::mutex mutex_;                          // protects the members below
  std::shared_ptr<const DeviceClock> clock_;  // this session's, since the first piece
  Pending current_;                           // the piece between Begin and End
  bool has_current_ = false;
  bool is_current_late_ = false;  // its session has ended
  std::deque<Pending> pending_;   // in stream order
  std::vector<WorkRecord> done_;
  std::vector<driver::Event*> events_;  // for reuse
  int since_drain_ = 0;
};

// Records the work that is enqueued during its lifetime. Does nothing unless a session is running.
class Recording {
 public:
  Recording(StreamLog& log, const WorkNote& note) {
    if (Enabled() && log.Begin(note)) log_ = &log;
  }
  ~Recording() {
    if (log_ != nullptr) log_->End();
  }
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

 private:
  StreamLog* log_ = nullptr;
};

}  // namespace pluggable::profiler

#endif  // PLUGGABLE_PROFILER_STREAM_LOG_H_
