// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Updates of slices of a tensor that are picked by vectors of indices.

#ifndef PLUGGABLE_REFERENCE_SCATTER_ND_H_
#define PLUGGABLE_REFERENCE_SCATTER_ND_H_

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "pluggable/op_kernel.h"

#include "reference/enqueue.h"
#include "reference/scatter.h"
#include "reference/slice_indices.h"

namespace pluggable {

// Checks shapes in TensorFlow's words: `outer` dimensions of updates are those of indices, the
// others those of the slices. Of variables; TensorScatter* and ScatterNd have words of their own.
Status CheckScatter(const TensorShape& indices, const TensorShape& updates,
                    const TensorShape& shape);
Status CheckTensorScatter(const TensorShape& indices, const TensorShape& updates,
                          const TensorShape& shape);
Status CheckScatterNd(const TensorShape& indices, const TensorShape& updates,
                      const TensorShape& shape);

// Fails if there are too few or too many indices in a vector.
Status CheckDepth(int64_t depth);

// Enqueues the updates of output, which begins as a copy of `input`, or as zeros if that has no
// data. The shapes are checked.
template <typename Formula, typename T, typename Index>
void EnqueueScatter(OpKernelContext* ctx, Span<const T> input, const Tensor& indices,
                    const Tensor& updates, bool skip, Tensor* output) {
  const int64_t depth = indices.dim_size(indices.dims() - 1);
  const TensorShape& shape = output->shape();
  OP_REQUIRES_OK(ctx, CheckDepth(depth));
  SliceIndices slices;
  slices.Init(indices.shape(), depth, shape);
  EnqueueWork(ctx, shape.num_elements() + 2 * updates.NumElements() + 4 * indices.NumElements(),
              [slices = std::move(slices), skip, shape, input, indices = indices.span<Index>(),
               updates = updates.span<T>(), output = output->span<T>()](ThreadPool* threads) {
                const std::vector<int64_t> to = slices.Resolve(OnDevice(indices), threads);
                const std::string bad = skip ? "" : slices.FindBad(OnDevice(indices), to);
                if (!bad.empty()) {
                  return errors::InvalidArgument(bad, " does not index into shape ",
                                                 shape.DebugString());
                }
                const T* const from = OnDevice(input.data());
                const Span<T> out = OnDevice(output);
                threads->ParallelFor(static_cast<int64_t>(out.size()), 1,
                                     [from, out](int64_t begin, int64_t end) {
                                       if (from == nullptr) {
                                         std::fill(out.data() + begin, out.data() + end, T(0));
                                       } else if (from != out.data()) {
                                         std::copy(from + begin, from + end, out.data() + begin);
                                       }
                                     });
                UpdateSlices<Formula>(out, slices.slice_size(), to, OnDevice(updates.data()),
                                      slices.slice_size(), threads);
                return Status();
              });
}

// An op that updates input 0 by input 2, at the indices of input 1.
template <typename T, typename Index, typename Formula>
class TensorScatterOp : public OpKernel {
 public:
  explicit TensorScatterOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ReadBadIndicesPolicy(ctx, &skip_));
  }

  void Compute(OpKernelContext* ctx) override {
    const TensorShape shape = ctx->input_shape(0);
    const Tensor indices = ctx->input(1);
    const Tensor updates = ctx->input(2);
    OP_REQUIRES_OK(ctx, CheckTensorScatter(indices.shape(), updates.shape(), shape));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({0}, 0, shape, &output));
    if (output->NumElements() == 0) return;
    const Tensor input = ctx->input(0);
    EnqueueScatter<Formula, T, Index>(ctx, input.span<T>(), indices, updates, skip_, output);
  }

 private:
  bool skip_ = false;
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_SCATTER_ND_H_
