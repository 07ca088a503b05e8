// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Cutting a tensor into pieces along one dimension.

#ifndef PLUGGABLE_REFERENCE_SPLIT_H_
#define PLUGGABLE_REFERENCE_SPLIT_H_

#include <cstdint>
#include <vector>

#include "pluggable/checked_int.h"
#include "pluggable/op_kernel.h"

namespace pluggable {

// The dimension that `axis`, which may count from the end, means in a tensor of that rank.
Status SplitAxis(CheckedInt axis, int rank, int* dim);

// Sets every output to its piece of the value, sizes[i] long along the axis.
void SplitTensor(OpKernelContext* ctx, const Tensor& value, int axis,
                 const std::vector<int64_t>& sizes);

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_SPLIT_H_
