// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/gather_nd.h"

namespace pluggable {

void EnqueueGatherNd(OpKernelContext* ctx, const Tensor& params, const Tensor& indices, bool skip) {
  const TensorShape& shape = params.shape();
  OP_REQUIRES(ctx, shape.dims() >= 1, errors::InvalidArgument("params must be at least a vector"));
  OP_REQUIRES(ctx, indices.dims() >= 1,
              errors::InvalidArgument("indices must be at least a vector"));
  const int64_t depth = indices.dim_size(indices.dims() - 1);
  OP_REQUIRES(ctx, depth <= shape.dims(),
              errors::InvalidArgument(
                  "index innermost dimension length must be <= params rank; saw: ", depth, " vs. ",
                  shape.dims()));
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
  OP_REQUIRES(ctx, count == 0 || depth <= compute::GatherNdPlan::kMaxDepth,
              errors::InvalidArgument("Only indices.shape[-1] values between 1 and 7 are "
                                      "currently supported.  Requested rank: ",
                                      depth));
  if (output->NumElements() == 0) return;
  compute::GatherNdPlan plan;
  plan.element_bytes = DataTypeSize(params.dtype());
  plan.index_dtype = indices.dtype();
  plan.count = count;
  plan.depth = static_cast<int>(depth);
  plan.slice = output->NumElements() / count;
  plan.skips_bad = skip;
  plan.shape = shape;
  plan.indices_shape = indices.shape();
  plan.params = params.data();
  plan.indices = indices.data();
  plan.out = output->data();
  if (!ctx->output_is_host(0)) {
    OP_REQUIRES_OK(ctx, compute::GatherNd(ctx->stream(), plan));
    return;
  }
  ThreadPool* const threads = &ctx->stream().thread_pool();
  ctx->SetStatus(plan.index_dtype == DT_INT32
                     ? RunGatherNd<int32_t>(plan, ctx->op_name().c_str(), threads)
                     : RunGatherNd<int64_t>(plan, ctx->op_name().c_str(), threads));
}

}  // namespace pluggable
