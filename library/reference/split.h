// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Splits a tensor along one dimension.

#ifndef PLUGGABLE_REFERENCE_SPLIT_H_
#define PLUGGABLE_REFERENCE_SPLIT_H_

#include <cstdint>
#include <vector>

#include "pluggable/checked_int.h"
#include "pluggable/op_kernel.h"

namespace pluggable {

// The dimension that `axis` refers to in a tensor of that rank. A negative axis counts from the
// end.
Status SplitAxis(CheckedInt axis, int rank, int* dim);

// Sets each output to its part of the value, which has size sizes[i] along the axis.
void SplitTensor(OpKernelContext* ctx, const Tensor& value, int axis,
                 const std::vector<int64_t>& sizes);

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_SPLIT_H_
