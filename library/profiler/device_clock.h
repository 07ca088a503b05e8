// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// When things happened on a device, in the host's time.

#ifndef PLUGGABLE_PROFILER_DEVICE_CLOCK_H_
#define PLUGGABLE_PROFILER_DEVICE_CLOCK_H_

#include <cstdint>
#include <memory>

#include "pluggable/status.h"
#include "driver/driver.h"

namespace pluggable::profiler {

// Nanoseconds since 1970: the clock that TensorFlow's own profilers read.
int64_t HostNanoseconds();

// The driver tells the device's time between two events. An event that is recorded while the host
// looks at its clock ties the one time to the other; it is made at the start of a session, since
// the two clocks need not run equally fast.
class DeviceClock {
 public:
  // Waits for a queue of its own, not for the device's work.
  static Status Create(int ordinal, std::unique_ptr<DeviceClock>* clock);
  ~DeviceClock() { driver::DestroyEvent(reference_); }
  DeviceClock(const DeviceClock&) = delete;
  DeviceClock& operator=(const DeviceClock&) = delete;

  // When a queue passed the event, which is complete.
  Status HostTimeOf(driver::Event* event, int64_t* nanoseconds) const;

 private:
  DeviceClock(driver::Event* reference, int64_t host_time)
      : reference_(reference), host_time_(host_time) {}

  driver::Event* const reference_;
  const int64_t host_time_;  // when a queue passed reference_
};

}  // namespace pluggable::profiler

#endif  // PLUGGABLE_PROFILER_DEVICE_CLOCK_H_
