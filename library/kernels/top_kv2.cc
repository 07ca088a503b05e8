// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <cstdint>
#include <limits>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "compute/top_k.h"
#include "reference/host_values.h"
#include "reference/top_k.h"

namespace pluggable {

// TopKV2(input: T, k: Tk) -> values: T, indices: index_type
//
// The largest elements come first, and equal ones in the order of their indices, even if the op
// does not request sorting. NaN sorts below all numbers; TensorFlow's CPU kernel may place it
// anywhere.
template <typename T, typename Tk, typename index_type>
class TopKV2Op : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor input = ctx->input(0);
    const Tensor k_input = ctx->input(1);
    OP_REQUIRES(
        ctx, k_input.dims() == 0,
        errors::InvalidArgument("k must be scalar, got shape ", k_input.shape().DebugString()));
    const int64_t k = HostValues(k_input)[0].value();
    OP_REQUIRES(ctx, k >= 0, errors::InvalidArgument("Need k >= 0, got ", k));
    OP_REQUIRES(
        ctx, input.dims() >= 1,
        errors::InvalidArgument("input must be >= 1-D, got shape ", input.shape().DebugString()));
    const int64_t columns = input.dim_size(input.dims() - 1);
    OP_REQUIRES(ctx, columns >= k,
                errors::InvalidArgument("input must have at least k columns. Had ", columns,
                                        ", needed ", k));
    constexpr int64_t kMaxColumns = std::numeric_limits<index_type>::max();
    OP_REQUIRES(ctx, columns <= kMaxColumns,
                errors::InvalidArgument("Second dimension of flattened input must be <= ",
                                        kMaxColumns, ", got ", columns));
    TensorShape shape = input.shape();
    shape.set_dim(shape.dims() - 1, k);
    Tensor* values = nullptr;
    Tensor* indices = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &values));
    OP_REQUIRES_OK(ctx, ctx->allocate_output(1, shape, &indices));
    if (values->NumElements() == 0) return;
    compute::TopKPlan plan = PlanOfTopK<T, index_type>();
    plan.rows = input.NumElements() / columns;
    plan.columns = columns;
    plan.k = k;
    plan.in = input.data();
    plan.values = values->data();
    plan.indices = indices->data();
    if (ctx->output_is_host(0)) {
      plan.loop(plan, &ctx->stream().thread_pool());
    } else {
      OP_REQUIRES_OK(ctx, compute::TopK(ctx->stream(), plan));
    }
  }
};

}  // namespace pluggable
