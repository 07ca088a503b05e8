// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Sessions of the profiler: what is recorded, from the start to the end of one.

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

// One for the process: TensorFlow has one session at a time.
class Recorder {
 public:
  // What a session holds, of work and of changes of memory together: about 200 MB. What is beyond
  // is counted, and not kept.
  static constexpr int64_t kMostRecords = 1 << 19;

  // Never destroyed: streams may outlive what runs at the end of a process.
  static Recorder& Get();

  // Forgets the session before. Fails if one is on.
  Status Start();
  // Waits for what is on the streams, so long at most: a stream that hangs does not keep its
  // profile from being seen. Fails if no session is on.
  Status Stop(std::chrono::milliseconds longest_wait = std::chrono::seconds(10));
  // The session that was stopped last, once.
  Session Take();

  // The log of a new stream.
  std::shared_ptr<StreamLog> AddStream(const WorkObserver* stream, int ordinal,
                                       driver::Queue* queue);
  // The device is about to be closed. Its streams' logs have been.
  void CloseDevice(int ordinal);

  // The number of a new record, from 1; 0 if there are too many, which is counted.
  int64_t Admit();
  void CountDropped(int64_t count) { dropped_.fetch_add(count, std::memory_order_relaxed); }
  // The device's clock, read first in this session. Null if it cannot be.
  std::shared_ptr<const DeviceClock> ClockOf(int ordinal);
  // Adds a change of memory; time, thread and op are this moment's.
  void AddMemory(MemoryRecord record);

 private:
  // What all devices' memory is at now.
  void LookAtMemory();

  // In the order in which they are locked; a log's own comes between.
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
