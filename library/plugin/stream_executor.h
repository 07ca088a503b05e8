// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The callbacks of SP_StreamExecutor.

#ifndef PLUGGABLE_PLUGIN_STREAM_EXECUTOR_H_
#define PLUGGABLE_PLUGIN_STREAM_EXECUTOR_H_

#include <tensorflow/c/experimental/stream_executor/stream_executor.h>

#include "pluggable/status.h"

namespace pluggable {

// Fails if the host's struct is too small, which means a TensorFlow older than this plugin
// supports.
Status FillStreamExecutor(SP_StreamExecutor* stream_executor);

}  // namespace pluggable

#endif  // PLUGGABLE_PLUGIN_STREAM_EXECUTOR_H_
