// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <algorithm>
#include <utility>
#include <vector>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/enqueue.h"
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
    EnqueueWork(ctx, 2 * output->NumElements(),
                [copies = blocks.Copies(/*to_batch=*/true), fill = blocks.has_margins(),
                 input = input.span<T>(), output = output->span<T>()](ThreadPool* threads) {
                  T* const out = OnDevice(output.data());
                  if (fill) {
                    threads->ParallelFor(static_cast<int64_t>(output.size()), 1,
                                         [out](int64_t begin, int64_t end) {
                                           std::fill(out + begin, out + end, T(0));
                                         });
                  }
                  for (const StridedCopy& copy : copies)
                    copy.Run(sizeof(T), OnDevice(input.data()), out, threads);
                });
  }
};

}  // namespace pluggable
