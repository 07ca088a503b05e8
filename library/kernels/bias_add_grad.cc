// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <vector>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/reduction.h"

namespace pluggable {

// BiasAddGrad(out_backprop: T) -> output: T
template <typename T>
class BiasAddGradOp : public OpKernel {
 public:
  explicit BiasAddGradOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    std::string data_format;
    OP_REQUIRES_OK(ctx, ctx->GetAttr("data_format", &data_format));
    channels_first_ = data_format == "NCHW";
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor out_backprop = ctx->input(0);
    const TensorShape& shape = out_backprop.shape();
    OP_REQUIRES(ctx, shape.dims() >= 2,
                errors::InvalidArgument("Input tensor must be at least 2D: ", shape.DebugString()));
    const int channel_dim = channels_first_ ? 1 : shape.dims() - 1;
    std::vector<CheckedInt> folded;
    for (int d = 0; d < shape.dims(); ++d) {
      if (d != channel_dim) folded.push_back(d);
    }
    Reduction reduction;
    OP_REQUIRES_OK(ctx, reduction.Init(shape, folded, /*keep_dims=*/false));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, reduction.shape(), &output));
    if (output->NumElements() == 0) return;
    compute::ReducePlan plan = reduction.Plan<SumReducer, T>();
    plan.in = out_backprop.data();
    plan.out = output->data();
    OP_REQUIRES_OK(ctx, compute::Reduce(ctx->stream(), plan));
  }

 private:
  bool channels_first_ = false;
};

}  // namespace pluggable
