// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "compute/band_part.h"
#include "reference/host_values.h"

namespace pluggable {

// MatrixBandPart(input: T, num_lower: Tindex, num_upper: Tindex) -> band: T
template <typename T, typename Tindex>
class MatrixBandPartOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const TensorShape shape = ctx->input_shape(0);
    const Tensor num_lower = ctx->input(1);
    const Tensor num_upper = ctx->input(2);
    OP_REQUIRES(ctx, shape.dims() >= 2,
                errors::InvalidArgument("input must be at least 2-dim, received shape: ",
                                        shape.DebugString()));
    compute::BandPartPlan band;
    band.rows = shape.dim_size(shape.dims() - 2);
    band.columns = shape.dim_size(shape.dims() - 1);
    OP_REQUIRES(ctx, num_lower.dims() == 0,
                errors::InvalidArgument("num_lower must be scalar, got shape ",
                                        num_lower.shape().DebugString()));
    const int64_t lower = HostValues(num_lower)[0].value();
    OP_REQUIRES(
        ctx, lower <= band.rows,
        errors::InvalidArgument("num_lower must be negative or less or equal to number of rows (",
                                band.rows, ") got: ", lower));
    OP_REQUIRES(ctx, num_upper.dims() == 0,
                errors::InvalidArgument("num_upper must be scalar, got shape ",
                                        num_upper.shape().DebugString()));
    const int64_t upper = HostValues(num_upper)[0].value();
    OP_REQUIRES(ctx, upper <= band.columns,
                errors::InvalidArgument(
                    "num_upper must be negative or less or equal to number of columns (",
                    band.columns, ") got: ", upper));
    band.lower = lower < 0 ? band.rows : lower;
    band.upper = upper < 0 ? band.columns : upper;
    if (shape.num_elements() == 0 || (band.lower == band.rows && band.upper == band.columns)) {
      ctx->set_output(0, ctx->input(0));
      return;
    }
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({0}, 0, shape, &output));
    band.element_bytes = sizeof(T);
    band.matrices = shape.num_elements() / (band.rows * band.columns);
    band.in = ctx->input(0).data();
    band.out = output->data();
    OP_REQUIRES_OK(ctx, compute::BandPart(ctx->stream(), band));
  }
};

}  // namespace pluggable
