// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The device that an op runs on, as its kernel sees it.

#ifndef PLUGGABLE_DEVICE_H_
#define PLUGGABLE_DEVICE_H_

#include "pluggable/device_properties.h"
#include "pluggable/stream.h"
#include "pluggable/thread_pool.h"

namespace pluggable {

// A handle on the device that a stream belongs to. It is cheap to copy, and valid as long as the
// stream.
class Device {
 public:
  // The device that the stream belongs to.
  explicit Device(const Stream& stream) : stream_(stream) {}

  // The number of the device among those of its type: 0 for "/device:NPU:0".
  int ordinal() const { return stream_.device_ordinal(); }
  // The properties that the driver reports. The reference stays valid as long as the process lives.
  const DeviceProperties& properties() const { return stream_.device_properties(); }
  // The host's threads, which work on the stream may share.
  ThreadPool& thread_pool() const { return stream_.thread_pool(); }

 private:
  Stream stream_;
};

}  // namespace pluggable

#endif  // PLUGGABLE_DEVICE_H_
