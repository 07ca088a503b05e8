// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Kernels for the ops of tf.parallel_stack, in every plugin. _ParallelConcatStart makes a tensor, a
// _ParallelConcatUpdate for each value writes a row of it, and an Identity waits for them and
// passes the tensor on. TensorFlow has a kernel of Identity for any device, but kernels of the
// other ops for the CPU only. Without these kernels, the tensor would be copied to the device
// before its rows are written.

#ifndef PLUGGABLE_PLUGIN_PARALLEL_CONCAT_H_
#define PLUGGABLE_PLUGIN_PARALLEL_CONCAT_H_

#include "pluggable/status.h"

namespace pluggable {

Status RegisterParallelConcat(const char* device_type);

}  // namespace pluggable

#endif  // PLUGGABLE_PLUGIN_PARALLEL_CONCAT_H_
