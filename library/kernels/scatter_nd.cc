// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/formula.h"
#include "reference/host_values.h"
#include "reference/scatter_nd.h"

namespace pluggable {

namespace formula {

struct ScatterNd {
  template <typename T>
  T operator()(T x, T y) const {
    return sum(x, y);
  }
};

}  // namespace formula

// ScatterNd(indices: Tindices, updates: T, shape: Tindices) -> output: T
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

}  // namespace pluggable
