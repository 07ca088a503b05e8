// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The callbacks of SP_StreamExecutor.

#ifndef PLUGGABLE_PLUGIN_STREAM_EXECUTOR_H_
#define PLUGGABLE_PLUGIN_STREAM_EXECUTOR_H_

#include <tensorflow/c/experimental/stream_executor/stream_executor.h>

#include "pluggable/status.h"

#include "plugin/host_struct.h"
#include "runtime/device.h"

namespace pluggable {

// For streams without a priority from TensorFlow.
inline constexpr int kDefaultPriority = 0;

inline runtime::Device& DeviceOf(const SP_Device* device) {
  return *static_cast<runtime::Device*>(device->device_handle);
}

// Fails if the host's struct is too small, which means a TensorFlow older than this plugin
// supports.
Status FillStreamExecutor(SP_StreamExecutor* stream_executor);

// Sets the callback for streams with options if the host's struct contains it. Only plugins for
// releases with such streams have this function.
void SetCreateStreamWithOptions(HostStruct<SP_StreamExecutor>* host);

}  // namespace pluggable

#endif  // PLUGGABLE_PLUGIN_STREAM_EXECUTOR_H_
