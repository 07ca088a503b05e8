// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Sessions of the profiler: records the events between start and end.

#ifndef PLUGGABLE_PROFILER_RECORDER_H_
#define PLUGGABLE_PROFILER_RECORDER_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "pluggable/status.h"
#include "driver/driver.h"
#include "profiler/device_clock.h"
#include "profiler/session.h"
#include "profiler/stream_log.h"

namespace pluggable::profiler {

// One object for the process, since TensorFlow runs one session at a time.
class Recorder {
 public:
  // The limit of records in a session, of work and of memory changes together: about 200 MB.
  // Further records are only counted.
  static constexpr int64_t kMaxRecords = 1 << 19;

  // Never destroyed: streams may outlive the functions that run at the end of a process.
  static Recorder& Get();

  // Discards the previous session. Fails if a session is running.
  Status Start();
  // Waits for the work on the streams, but no longer than longest_wait, so that a stream that hangs
  // does not prevent a profile. Fails if no session is running.
  Status Stop(std::chrono::milliseconds longest_wait = std::chrono::seconds(10));
  // The session that was stopped last. Returns it only once.
  Session Take();

  // Creates the log of a new stream.
  std::shared_ptr<StreamLog> AddStream(const WorkObserver* stream, int ordinal,
                                       driver::Queue* queue);
  // Call it before the device is closed and after its streams' logs are closed.
  void CloseDevice(int ordinal);

  // The number of a new record, from 1. 0 if there are too many; the record is counted then.
  int64_t Admit();
  void CountDropped(int64_t count) { dropped_.fetch_add(count, std::memory_order_relaxed); }
  // The device's clock, which this session's first call reads. Null if it cannot be read.
  std::shared_ptr<const DeviceClock> ClockOf(int ordinal);
  // Adds a change of memory, with the current time, thread and op.
  void AddMemory(MemoryRecord record);

 private:
  // Records the memory use of all devices.
  void LookAtMemory();

  // In the order of locking; a log's own mutex comes between these two.
  std::mutex session_mutex_;  // of starting, stopping and taking
  std::mutex mutex_;
  std::vector<std::shared_ptr<StreamLog>> logs_;
  std::map<int, int> stream_counts_;                          // by ordinal
  std::map<int, std::shared_ptr<const DeviceClock>> clocks_;  // by ordinal
  std::mutex memory_mutex_;
  Session session_;
  std::atomic<int64_t> records_{0};
  std::atomic<int64_t> dropped_{0};
};

}  // namespace pluggable::profiler

#endif  // PLUGGABLE_PROFILER_RECORDER_H_
