// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/strided_copy.h"

namespace pluggable {

// DiagPart(input: T) -> diagonal: T
template <typename T>
class DiagPartOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor input = ctx->input(0);
    const TensorShape& shape = input.shape();
    OP_REQUIRES(ctx, shape.dims() % 2 == 0,
                errors::InvalidArgument("The rank of the tensor should be even and positive, got "
                                        "shape ",
                                        shape.DebugString()));
    const int rank = shape.dims() / 2;
    TensorShape part;
    for (int d = 0; d < rank; ++d) {
      OP_REQUIRES(ctx, shape.dim_size(d) == shape.dim_size(d + rank),
                  errors::InvalidArgument("Invalid shape ", shape.DebugString(), ": dimensions ", d,
                                          " and ", d + rank, " do not match."));
      part.AddDim(shape.dim_size(d));
    }
    Tensor* diagonal = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, part, &diagonal));
    const int64_t size = part.num_elements();
    if (size == 0) return;
    StridedCopy copy;
    copy.AddDim(size, size + 1, 1);
    EnqueueCopy(ctx, copy, input, diagonal);
  }
};

}  // namespace pluggable
