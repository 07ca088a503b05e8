// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/host_values.h"
#include "reference/strided_copy.h"

namespace pluggable {

// One kernel for all types T: it copies elements and only needs their size.
class ReverseV2OfAnyType : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor input = ctx->input(0);
    const Tensor axes = ctx->input(1);
    const int rank = input.dims();
    if (rank == 0 || input.NumElements() == 0) {
      ctx->set_output(0, input);
      return;
    }
    OP_REQUIRES(ctx, axes.dims() == 1,
                errors::InvalidArgument("'dims' must be 1-dimension, not ", axes.dims()));
    std::vector<bool> reversed(static_cast<size_t>(rank));
    const std::vector<CheckedInt> listed = HostValues(axes);
    for (size_t i = 0; i < listed.size(); ++i) {
      const CheckedInt axis = listed[i];
      const int64_t dim = FromTheFront(axis, rank).value();
      OP_REQUIRES(ctx, dim >= 0 && dim < rank,
                  errors::InvalidArgument("'axis'[", i, "] = ", axis, " is out of valid range [", 0,
                                          ", ", rank - 1));
      OP_REQUIRES(ctx, !reversed[dim],
                  errors::InvalidArgument("axis ", dim, " specified more than once."));
      reversed[dim] = true;
    }
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, input.shape(), &output));
    const std::vector<int64_t> steps = RowMajorSteps(input.shape());
    StridedCopy copy;
    for (int d = 0; d < rank; ++d) {
      const int64_t size = input.dim_size(d);
      if (reversed[d]) copy.AddOffsets((size - 1) * steps[d], 0);
      copy.AddDim(size, reversed[d] ? -steps[d] : steps[d], steps[d]);
    }
    EnqueueCopy(ctx, copy, input, output);
  }
};

// ReverseV2(tensor: T, axis: Tidx) -> output: T
template <typename Tidx, typename T>
class ReverseV2Op : public ReverseV2OfAnyType {
 public:
  using ReverseV2OfAnyType::ReverseV2OfAnyType;
};

}  // namespace pluggable
