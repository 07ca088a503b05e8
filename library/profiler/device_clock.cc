// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "profiler/device_clock.h"

#include <chrono>

namespace pluggable::profiler {

namespace {

// The host may be interrupted between two readings of its clock, so the closest pair of several
// attempts is used.
constexpr int kAttempts = 8;

// Records the event on an idle queue. The queue passed it within a window of *window nanoseconds,
// in whose middle *host_time lies.
Status RecordBetween(driver::Queue* queue, driver::Event* event, int64_t* host_time,
                     int64_t* window) {
  const int64_t before = HostNanoseconds();
  Status status = driver::RecordEvent(queue, event);
  if (status.ok()) status = driver::SynchronizeEvent(event);
  const int64_t after = HostNanoseconds();
  *window = after - before;
  *host_time = before + *window / 2;
  return status;
}

}  // namespace

int64_t HostNanoseconds() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

Status DeviceClock::Create(int ordinal, std::unique_ptr<DeviceClock>* clock) {
  driver::Queue* queue = nullptr;
  Status status = driver::CreateQueue(ordinal, /*priority=*/0, &queue);
  if (!status.ok()) return status;
  int64_t closest = INT64_MAX;
  for (int i = 0; status.ok() && i < kAttempts; ++i) {
    driver::Event* event = nullptr;
    status = driver::CreateEvent(ordinal, &event);
    if (!status.ok()) break;
    int64_t host_time = 0;
    int64_t window = 0;
    status = RecordBetween(queue, event, &host_time, &window);
    if (status.ok() && window < closest) {
      closest = window;
      clock->reset(new DeviceClock(event, host_time));
    } else {
      driver::DestroyEvent(event);
    }
  }
  driver::DestroyQueue(queue);
  return status;
}

Status DeviceClock::HostTimeOf(driver::Event* event, int64_t* nanoseconds) const {
  uint64_t elapsed = 0;
  Status status = driver::ElapsedNanoseconds(reference_, event, &elapsed);
  if (status.ok()) *nanoseconds = host_time_ + static_cast<int64_t>(elapsed);
  return status;
}

}  // namespace pluggable::profiler
