// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <vector>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/space_to_batch.h"

namespace pluggable {

// SpaceToBatchND(input: T, block_shape: Tblock_shape, paddings: Tpaddings) -> output: T
template <typename T, typename Tblock_shape, typename Tpaddings>
class SpaceToBatchNDOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor input = ctx->input(0);
    SpaceToBatch blocks;
    OP_REQUIRES_OK(ctx, blocks.InitFromSpace(input.shape(), ctx->input(1), ctx->input(2)));
    if (blocks.is_identity()) {
      ctx->set_output(0, input);
      return;
    }
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, blocks.batch(), &output));
    if (output->NumElements() == 0) return;
    std::vector<CopyTask> tasks;
    if (blocks.has_margins()) {
      StridedCopy fill;
      fill.AddDim(output->NumElements(), 0, 1);
      tasks.push_back({fill, nullptr, output->data()});
    }
    for (const StridedCopy& copy : blocks.Copies(/*to_batch=*/true))
      tasks.push_back({copy, input.data(), output->data()});
    EnqueueCopies(ctx, sizeof(T), tasks);
  }
};

}  // namespace pluggable
