// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// How slices are copied whose elements' meaning does not matter.

#ifndef PLUGGABLE_COMPUTE_DEVICE_SLICE_UNITS_H_
#define PLUGGABLE_COMPUTE_DEVICE_SLICE_UNITS_H_

#include <cstdint>

#include "pluggable/types.h"

namespace pluggable::compute::device {

struct SliceUnit {
  int64_t bytes;
  DataType dtype;
};

// The largest units that slices of so many bytes consist of. They lie where the device can read
// such units.
SliceUnit SliceUnitOf(int64_t slice_bytes, const void* params, const void* out);

// How the threads of a launch share slices: each copies `part` units of one, of which a slice has
// `parts` times as many or a few less. On GPUs neighbouring threads copy neighbouring units. On
// processors threads are loops, whose beginnings cost most, and blocks are what cores share.
struct SliceParts {
  int64_t part;
  int64_t parts;
  uint32_t threads_of_block;
};
SliceParts SlicePartsOf(int64_t slice, bool on_cpu);

}  // namespace pluggable::compute::device

#endif  // PLUGGABLE_COMPUTE_DEVICE_SLICE_UNITS_H_
