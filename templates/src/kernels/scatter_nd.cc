//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "@plugin.name@/op_kernel.h"

#include "reference/formula.h"
#include "reference/host_values.h"
#include "reference/scatter_nd.h"

namespace @plugin.name@ {

namespace formula {

struct ScatterNd {
  template <typename T>
  T operator()(T x, T y) const {
    return sum(x, y);
  }
};

}  // namespace formula

// @kernel.signature@
template <typename T, typename Tindices>
class ScatterNdOp : public OpKernel {
 public:
  explicit ScatterNdOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ReadBadIndicesPolicy(ctx, &skip_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor indices = ctx->input(0);
    const Tensor updates = ctx->input(1);
    const Tensor sizes = ctx->input(2);
    TensorShape shape;
    const std::vector<CheckedInt> values = HostValues(sizes);
    OP_REQUIRES_OK(ctx, TensorShapeUtils::MakeShape(Span<const CheckedInt>(values), &shape));
    OP_REQUIRES_OK(ctx, CheckScatterNd(indices.shape(), updates.shape(), shape));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    EnqueueScatter<formula::ScatterNd, T, Tindices>(ctx, Span<const T>(), indices, updates, skip_,
                                                    output);
  }

 private:
  bool skip_ = false;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
