// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Converts times of a device to the host's clock.

#ifndef PLUGGABLE_PROFILER_DEVICE_CLOCK_H_
#define PLUGGABLE_PROFILER_DEVICE_CLOCK_H_

#include <cstdint>
#include <memory>

#include "pluggable/status.h"
#include "driver/driver.h"

namespace pluggable::profiler {

// Nanoseconds since 1970, by the clock that TensorFlow's own profilers use.
int64_t HostNanoseconds();

// The driver reports the device's time between two events. An event that is recorded between two
// readings of the host's clock relates both clocks. It is recorded at the start of each session,
// since the clocks may run at different speeds.
class DeviceClock {
 public:
  // Waits for a queue of its own, not for the device's other work.
  static Status Create(int ordinal, std::unique_ptr<DeviceClock>* clock);
  ~DeviceClock() { driver::DestroyEvent(reference_); }
  DeviceClock(const DeviceClock&) = delete;
  DeviceClock& operator=(const DeviceClock&) = delete;

  // The time at which a queue passed the event, which must be complete.
  Status HostTimeOf(driver::Event* event, int64_t* nanoseconds) const;

 private:
  DeviceClock(driver::Event* reference, int64_t host_time)
      : reference_(reference), host_time_(host_time) {}

  driver::Event* const reference_;
  const int64_t host_time_;  // when a queue passed reference_
};

}  // namespace pluggable::profiler

#endif  // PLUGGABLE_PROFILER_DEVICE_CLOCK_H_
