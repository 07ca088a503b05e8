// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <vector>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/space_to_batch.h"

namespace pluggable {

// BatchToSpaceND(input: T, block_shape: Tblock_shape, crops: Tcrops) -> output: T
template <typename T, typename Tblock_shape, typename Tcrops>
class BatchToSpaceNDOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor input = ctx->input(0);
    SpaceToBatch blocks;
    OP_REQUIRES_OK(ctx, blocks.InitFromBatch(input.shape(), ctx->input(1), ctx->input(2)));
    if (blocks.is_identity()) {
      ctx->set_output(0, input);
      return;
    }
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, blocks.space(), &output));
    if (output->NumElements() == 0) return;
    std::vector<CopyTask> tasks;
    for (const StridedCopy& copy : blocks.Copies(/*to_batch=*/false))
      tasks.push_back({copy, input.data(), output->data()});
    EnqueueCopies(ctx, sizeof(T), tasks);
  }
};

}  // namespace pluggable
