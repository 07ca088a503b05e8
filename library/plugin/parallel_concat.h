// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Kernels of what core makes of tf.parallel_stack, for every plugin: _ParallelConcatStart makes a
// tensor, a _ParallelConcatUpdate for each value writes a row of it, and an Identity waits for them
// and passes the tensor on. Core has kernels of Identity for any device, and of the others for the
// CPU: the tensor would be copied to the device as soon as it is made, before its rows are written.

#ifndef PLUGGABLE_PLUGIN_PARALLEL_CONCAT_H_
#define PLUGGABLE_PLUGIN_PARALLEL_CONCAT_H_

#include "pluggable/status.h"

namespace pluggable {

Status RegisterParallelConcat(const char* device_type);

}  // namespace pluggable

#endif  // PLUGGABLE_PLUGIN_PARALLEL_CONCAT_H_
