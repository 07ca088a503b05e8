// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/host_values.h"
#include "reference/split.h"

namespace pluggable {

// One kernel for all types T: it copies elements and only needs their size.
class SplitOfAnyType : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor split_dim = ctx->input(0);
    const Tensor value = ctx->input(1);
    const int count = ctx->num_outputs();
    OP_REQUIRES(
        ctx, split_dim.dims() == 0,
        errors::InvalidArgument("split_dim must be a scalar but has rank ", split_dim.dims()));
    int axis = 0;
    OP_REQUIRES_OK(ctx, SplitAxis(HostValues(split_dim)[0], value.dims(), &axis));
    const int64_t size = value.dim_size(axis);
    OP_REQUIRES(ctx, size % count == 0,
                errors::InvalidArgument("Number of ways to split should evenly divide the split "
                                        "dimension, but got split_dim ",
                                        axis, " (size = ", size, ") and num_split ", count));
    SplitTensor(ctx, value, axis, std::vector<int64_t>(static_cast<size_t>(count), size / count));
  }
};

// Split(split_dim: int32, value: T) -> output: num_split * T
template <typename T>
class SplitOp : public SplitOfAnyType {
 public:
  using SplitOfAnyType::SplitOfAnyType;
};

}  // namespace pluggable
