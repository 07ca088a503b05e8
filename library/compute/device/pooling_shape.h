// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The shapes of poolings as kernels take them.

#ifndef PLUGGABLE_COMPUTE_DEVICE_POOLING_SHAPE_H_
#define PLUGGABLE_COMPUTE_DEVICE_POOLING_SHAPE_H_

#include <cstdint>
#include <optional>

#include "pluggable/device_kernel.h"
#include "pluggable/stream.h"
#include "pluggable/types.h"

#include "compute/device/nest.h"
#include "compute/pooling.h"

namespace pluggable::compute::device {

#include "compute/device/pooling.inc"

// The program of pooling.inc, which the primitives share; null if there is none for the type.
const DeviceProgram* FindPoolings(const Stream& stream, DataType dtype);

// The shape of a pooling, and how many elements the tensors have.
struct Pooled {
  PoolingShape shape;
  int64_t input_elements;
  int64_t output_elements;
};

// Nothing if an index does not fit into an int.
std::optional<Pooled> MakePooling(const PoolingGeometry& geometry);

// Whether the host pools faster, copies included: a processor's kernels are fast because of
// neighbouring channels.
bool IsFasterOnHost(const Stream& stream, const PoolingGeometry& geometry);

// Threads for so many elements of a result.
struct PoolingLaunch {
  Dim3 grid;
  Dim3 block;
};
PoolingLaunch LaunchOfPooling(const Stream& stream, int64_t size);

}  // namespace pluggable::compute::device

#endif  // PLUGGABLE_COMPUTE_DEVICE_POOLING_SHAPE_H_
