// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// A device, as seen by the driver.

#ifndef PLUGGABLE_DRIVER_OPENCL_DEVICE_H_
#define PLUGGABLE_DRIVER_OPENCL_DEVICE_H_

#include <cstdint>
#include <memory>
#include <mutex>

#include "pluggable/device_kernel.h"
#include "pluggable/status.h"

#include "driver/opencl/commands.h"
#include "driver/opencl/devices.h"
#include "driver/opencl/memory.h"
#include "driver/opencl/programs.h"

namespace pluggable::opencl {

class Device {
 public:
  // The number of devices.
  static int Count();
  // 0 <= ordinal < Count(). Never destroyed: TensorFlow's threads may use it until the process
  // ends.
  static Device& Get(int ordinal);
  // The device whose memory the pointer points into, -1 if there is none.
  static int Of(const void* pointer);

  // Must be called before all functions below.
  Status Open();

  const DeviceInfo& info() const { return info_; }
  cl_context context() const { return context_; }
  Memory& memory() { return memory_; }
  Programs& programs() { return *programs_; }
  const DeviceKernelLimits& limits() const { return limits_; }

  // The queue for a stream: its own, or one for all streams if <PLUGIN>_OPENCL_QUEUES is `one`.
  // With one queue, a host function that blocks delays all streams. A host function itself always
  // gets a queue of its own, since the one for all waits for it.
  //
  // For Mesa's rusticl the default is one queue, unless the variable is `many`. With several
  // queues, 22.3.6 computed wrong results, since copies overtook the kernels that they waited for.
  Status CommandsForStream(std::shared_ptr<Commands>* commands);
  // The queue for copies between devices, which the host waits for.
  Commands& transfers() { return *transfers_; }

 private:
  explicit Device(const DeviceInfo& info);
  Status OpenLocked();

  const DeviceInfo& info_;
  const DeviceKernelLimits limits_;
  const bool has_many_queues_;
  Memory memory_;
  std::mutex mutex_;
  bool is_open_ = false;
  cl_context context_ = nullptr;
  std::shared_ptr<Commands> commands_;
  std::unique_ptr<Commands> transfers_;
  std::unique_ptr<Programs> programs_;
};

}  // namespace pluggable::opencl

#endif  // PLUGGABLE_DRIVER_OPENCL_DEVICE_H_
