// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Copies slices by units of several elements, if only the size of elements matters.

#ifndef PLUGGABLE_COMPUTE_DEVICE_SLICE_UNITS_H_
#define PLUGGABLE_COMPUTE_DEVICE_SLICE_UNITS_H_

#include <cstdint>

#include "pluggable/types.h"

namespace pluggable::compute::device {

struct SliceUnit {
  int64_t bytes;
  DataType dtype;
};

// The largest units into which slices of this size can be divided, and that the device can read at
// the slices' addresses.
SliceUnit SliceUnitOf(int64_t slice_bytes, const void* params, const void* out);

// How the threads of a launch share slices: each copies `part` units of one slice, and `parts`
// threads copy a slice. On GPUs, adjacent threads copy adjacent units. On processors, threads are
// iterations of a loop, whose start costs most, and cores share the blocks.
struct SliceParts {
  int64_t part;
  int64_t parts;
  uint32_t threads_of_block;
};
SliceParts SlicePartsOf(int64_t slice, bool on_cpu);

}  // namespace pluggable::compute::device

#endif  // PLUGGABLE_COMPUTE_DEVICE_SLICE_UNITS_H_
