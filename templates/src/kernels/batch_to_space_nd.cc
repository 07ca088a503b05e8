#include <utility>
#include <vector>

//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "@plugin.name@/op_kernel.h"

#include "reference/space_to_batch.h"

namespace @plugin.name@ {

// @kernel.signature@
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
    for (StridedCopy& copy : blocks.Copies(/*to_batch=*/false))
      tasks.push_back({std::move(copy), input.data(), output->data()});
    EnqueueCopies(ctx, sizeof(T), std::move(tasks));
  }
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
