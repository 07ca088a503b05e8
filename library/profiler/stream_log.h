// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The work of one stream, with the device's own times.

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

// Each piece of work is put between two of the driver's events. That is all it takes, so it works
// with any driver; and the events of earlier work are used again, once it is done. Close it before
// it goes.
class StreamLog {
 public:
  StreamLog(const WorkObserver* stream, int ordinal, int index, driver::Queue* queue)
      : stream_(stream), ordinal_(ordinal), index_(index), queue_(queue) {}
  StreamLog(const StreamLog&) = delete;
  StreamLog& operator=(const StreamLog&) = delete;

  // Called before and after a piece of work is put on the queue. The pieces of a stream come one
  // after the other, even if several threads enqueue them: Begin keeps others out until End, which
  // may take as long as the work. It returns false, without that, if the piece is not recorded. See
  // Recording. All other functions go on meanwhile.
  bool Begin(const WorkNote& note);
  void End();
  // Between the two, by their thread: the host computes the piece, or more of it. Copies to and
  // from it are part of the piece.
  void AddFallback(const char* primitive, uint64_t bytes_to_host, uint64_t bytes_to_device);

  // Forgets what was recorded.
  void Clear();
  // Looks up the times of what is done by now. True if nothing is left to wait for, be it on the
  // queue or on its way there.
  bool Drain();
  // All that is done. What is not done by now is counted as dropped.
  StreamRecords Take();
  // The queue has ended, and with it all of its work.
  void Close();

 private:
  struct Pending {
    WorkRecord record;
    driver::Event* begin = nullptr;
    driver::Event* end = nullptr;
  };

  // All of these with mutex_ held.
  Status RecordEvent(driver::Event** event);
  void DrainLocked();
  void ClearLocked();
  // Gives events and clock back.
  void ForgetPending();
  // Sets the times of the record. False if they cannot be told.
  bool Measure(Pending* pending) const;

  const WorkObserver* const stream_;
  const int ordinal_;
  const int index_;
  driver::Queue* const queue_;
  std::mutex turn_;                           // locked from Begin to End, before mutex_
  std::mutex mutex_;                          // of all that follows
  std::shared_ptr<const DeviceClock> clock_;  // of this session, since the first piece
  Pending current_;                           // between Begin and End
  bool has_current_ = false;
  bool is_current_late_ = false;  // its session has ended
  std::deque<Pending> pending_;   // in the order of the stream
  std::vector<WorkRecord> done_;
  std::vector<driver::Event*> events_;  // to be used again
  int since_drain_ = 0;
};

// Records what is put on the stream in its lifetime. Does nothing while no session is on.
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
