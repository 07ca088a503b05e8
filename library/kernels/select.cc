// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/select.h"

namespace pluggable {

// Select(condition: bool, t: T, e: T) -> output: T
template <typename T>
class SelectOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const TensorShape condition = ctx->input_shape(0);
    const TensorShape t = ctx->input_shape(1);
    const TensorShape e = ctx->input_shape(2);
    // A vector of conditions selects rows of t and e, which may have any rank.
    TensorShape rows = condition;
    if (condition.dims() == 1 && t.dims() != 1) {
      OP_REQUIRES(ctx, t.dims() >= 1,
                  errors::InvalidArgument("'then' must be at least a vector, but saw shape: ",
                                          t.DebugString()));
      OP_REQUIRES(ctx, t.dim_size(0) == condition.dim_size(0),
                  errors::InvalidArgument(
                      "Number of batches of 'then' must match size of 'cond', but saw: ",
                      t.dim_size(0), " vs. ", condition.dim_size(0)));
      for (int d = 1; d < t.dims(); ++d) rows.AddDim(1);
    } else if (condition.dims() != 0) {
      for (int i = 1; i < 3; ++i) {
        const TensorShape& input = i == 1 ? t : e;
        OP_REQUIRES(ctx, condition == input,
                    errors::InvalidArgument(
                        "Inputs to operation ", ctx->op_name(),
                        " of type Select must have the same size and shape.  Input 0: ",
                        condition.DebugString(), " != input ", i, ": ", input.DebugString()));
      }
    }
    OP_REQUIRES(ctx, t == e,
                errors::InvalidArgument(
                    "'then' and 'else' must have the same size.  but received: ", t.DebugString(),
                    " vs. ", e.DebugString()));
    Broadcast broadcast;
    broadcast.Init({&rows, &t, &e});
    EnqueueSelect<T>(ctx, std::move(broadcast));
  }
};

}  // namespace pluggable
