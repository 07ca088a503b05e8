// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The device that an op runs on, as its kernel sees it.

#ifndef PLUGGABLE_DEVICE_H_
#define PLUGGABLE_DEVICE_H_

#include "pluggable/device_properties.h"
#include "pluggable/stream.h"
#include "pluggable/thread_pool.h"

namespace pluggable {

class Device {
 public:
  explicit Device(const Stream& stream) : stream_(stream) {}

  // 0 for "/device:NPU:0".
  int ordinal() const { return stream_.device_ordinal(); }
  const DeviceProperties& properties() const { return stream_.device_properties(); }
  // Host threads, for work on the stream to spread over.
  ThreadPool& thread_pool() const { return stream_.thread_pool(); }

 private:
  Stream stream_;
};

}  // namespace pluggable

#endif  // PLUGGABLE_DEVICE_H_
