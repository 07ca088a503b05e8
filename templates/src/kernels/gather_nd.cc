#include <cstring>
#include <utility>

//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "@plugin.name@/op_kernel.h"

#include "reference/enqueue.h"
#include "reference/slice_indices.h"

namespace @plugin.name@ {

// @kernel.signature@
template <typename Tparams, typename Tindices>
class GatherNdOp : public OpKernel {
 public:
  explicit GatherNdOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ReadBadIndicesPolicy(ctx, &skip_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor params = ctx->input(0);
    const Tensor indices = ctx->input(1);
    const TensorShape& shape = params.shape();
    OP_REQUIRES(ctx, shape.dims() >= 1,
                errors::InvalidArgument("params must be at least a vector"));
    OP_REQUIRES(ctx, indices.dims() >= 1,
                errors::InvalidArgument("indices must be at least a vector"));
    const int64_t depth = indices.dim_size(indices.dims() - 1);
    OP_REQUIRES(ctx, depth <= shape.dims(),
                errors::InvalidArgument(
                    "index innermost dimension length must be <= params rank; saw: ", depth,
                    " vs. ", shape.dims()));
    TensorShape result = indices.shape();
    result.RemoveLastDims(1);
    const int64_t count = result.num_elements();
    for (int d = static_cast<int>(depth); d < shape.dims(); ++d) result.AddDim(shape.dim_size(d));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, result, &output));
    OP_REQUIRES(ctx, count == 0 || shape.num_elements() > 0,
                errors::InvalidArgument("Requested more than 0 entries, but params is empty.  "
                                        "Params shape: ",
                                        shape.DebugString()));
    OP_REQUIRES(ctx, count == 0 || depth <= 7,
                errors::InvalidArgument("Only indices.shape[-1] values between 1 and 7 are "
                                        "currently supported.  Requested rank: ",
                                        depth));
    if (output->NumElements() == 0) return;
    SliceIndices slices;
    slices.Init(indices.shape(), depth, shape);
    EnqueueWork(ctx, output->NumElements() + 4 * indices.NumElements(),
                [slices = std::move(slices), skip = skip_, shape, name = ctx->op_name(),
                 params = params.span<Tparams>(), indices = indices.span<Tindices>(),
                 output = output->span<Tparams>()](ThreadPool* threads) {
                  const std::vector<int64_t> from = slices.Resolve(OnDevice(indices), threads);
                  const std::string bad = skip ? "" : slices.FindBad(OnDevice(indices), from);
                  if (!bad.empty()) {
                    return errors::InvalidArgument(bad, " does not index into param shape ",
                                                   shape.DebugString(), ", node name: ", name);
                  }
                  Copy(from, slices.slice_size(), OnDevice(params.data()), OnDevice(output.data()),
                       threads);
                  return Status();
                });
  }

 private:
  // A slice that is outside of params is zeros.
  static void Copy(const std::vector<int64_t>& from, int64_t size, const Tparams* params,
                   Tparams* output, ThreadPool* threads) {
    const int64_t bytes = size * static_cast<int64_t>(sizeof(Tparams));
    threads->ParallelFor(
        static_cast<int64_t>(from.size()), bytes / 8 + 2, [&](int64_t begin, int64_t end) {
          for (int64_t i = begin; i < end; ++i) {
            if (from[i] < 0) {
              std::memset(static_cast<void*>(output + i * size), 0, static_cast<size_t>(bytes));
            } else {
              std::memcpy(static_cast<void*>(output + i * size), params + from[i] * size,
                          static_cast<size_t>(bytes));
            }
          }
        });
  }

  bool skip_ = false;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
