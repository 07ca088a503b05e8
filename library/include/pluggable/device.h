// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The device that an op runs on, as its kernel sees it.

#ifndef PLUGGABLE_DEVICE_H_
#define PLUGGABLE_DEVICE_H_

#include "pluggable/device_properties.h"
#include "pluggable/stream.h"
#include "pluggable/thread_pool.h"

namespace pluggable {

// A value that is cheap to copy. It is valid as long as the stream it was made of.
class Device {
 public:
  // The device of that stream.
  explicit Device(const Stream& stream) : stream_(stream) {}

  // The number of the device among those of its type: 0 for "/device:NPU:0".
  int ordinal() const { return stream_.device_ordinal(); }
  // What the driver says about the device. The reference stays valid as long as the process lives.
  const DeviceProperties& properties() const { return stream_.device_properties(); }
  // The host's threads, for work on the stream that several threads share.
  ThreadPool& thread_pool() const { return stream_.thread_pool(); }

 private:
  Stream stream_;
};

}  // namespace pluggable

#endif  // PLUGGABLE_DEVICE_H_
