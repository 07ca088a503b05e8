// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/host_values.h"
#include "reference/strided_copy.h"

namespace pluggable {

// One kernel for all types T: it copies elements and only needs their size.
class TileOfAnyType : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor input = ctx->input(0);
    const Tensor multiples_tensor = ctx->input(1);
    const TensorShape& shape = input.shape();
    OP_REQUIRES(ctx, multiples_tensor.dims() == 1,
                errors::InvalidArgument("Expected multiples to be 1-D, but got shape ",
                                        multiples_tensor.shape().DebugString()));
    OP_REQUIRES(
        ctx, multiples_tensor.NumElements() == shape.dims(),
        errors::InvalidArgument("Expected multiples argument to be a vector of length ",
                                shape.dims(), " but got length ", multiples_tensor.NumElements()));
    const std::vector<CheckedInt> multiples = HostValues(multiples_tensor);
    TensorShape tiled;
    for (int d = 0; d < shape.dims(); ++d) {
      OP_REQUIRES(
          ctx, multiples[d] >= 0,
          errors::InvalidArgument("Expected multiples[", d, "] >= 0, but got ", multiples[d]));
      OP_REQUIRES_OK(ctx, tiled.AddDimWithStatus(multiples[d] * shape.dim_size(d)));
    }
    if (tiled == shape) {
      ctx->set_output(0, input);
      return;
    }
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, tiled, &output));
    if (output->NumElements() == 0) return;
    const std::vector<int64_t> from_steps = RowMajorSteps(shape);
    const std::vector<int64_t> to_steps = RowMajorSteps(tiled);
    StridedCopy copy;
    for (int d = 0; d < shape.dims(); ++d) {
      copy.AddDim(multiples[d].value(), 0, shape.dim_size(d) * to_steps[d]);
      copy.AddDim(shape.dim_size(d), from_steps[d], to_steps[d]);
    }
    EnqueueCopy(ctx, copy, input, output);
  }
};

// Tile(input: T, multiples: Tmultiples) -> output: T
template <typename T, typename Tmultiples>
class TileOp : public TileOfAnyType {
 public:
  using TileOfAnyType::TileOfAnyType;
};

}  // namespace pluggable
