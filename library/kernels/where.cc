// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <cstdint>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "compute/nonzero.h"
#include "reference/nonzero.h"

namespace pluggable {

// Where(input: T) -> index: int64
//
// How many elements are not zero decides the result's shape, so Compute waits until the device has
// counted them.
template <typename T>
class WhereOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor input = ctx->input(0);
    const TensorShape& shape = input.shape();
    OP_REQUIRES(ctx, shape.dims() >= 1 && shape.dims() <= kMaxDims,
                errors::InvalidArgument("WhereOp : Unhandled input dimensions: ", shape.dims()));
    compute::NonzeroPlan plan;
    plan.dtype = DataTypeToEnum<T>::value;
    plan.dims.assign(shape.dim_sizes().begin(), shape.dim_sizes().end());
    plan.x = input.data();
    plan.loop = RunNonzero<T>;
    Tensor starts;
    int64_t found = 0;
    if (shape.num_elements() > 0) {
      OP_REQUIRES_OK(ctx, ctx->allocate_temp(DT_INT64, TensorShape({plan.blocks() + 1}), &starts));
      plan.starts = starts.span<int64_t>().data();
      OP_REQUIRES_OK(ctx, compute::Nonzero(ctx->stream(), plan));
      found = -1;
      OP_REQUIRES_OK(ctx, ctx->stream().Read(&found, plan.starts + plan.blocks(), sizeof found));
      // Another op may have been told by now of an error that this work was skipped for.
      OP_REQUIRES(ctx, found >= 0 && found <= shape.num_elements(),
                  errors::Aborted("Work ahead of this op on its stream has failed"));
    }
    Tensor* index = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape({found, shape.dims()}), &index));
    if (found == 0) return;
    plan.step = compute::NonzeroPlan::Step::kPositions;
    plan.positions = index->span<int64_t>().data();
    OP_REQUIRES_OK(ctx, compute::Nonzero(ctx->stream(), plan));
  }

 private:
  static constexpr int kMaxDims = 8;
};

}  // namespace pluggable
