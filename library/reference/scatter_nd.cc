// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/scatter_nd.h"

#include <vector>

#include "pluggable/variable.h"

#include "reference/host_values.h"
#include "reference/slice_indices.h"
#include "reference/strided_copy.h"

namespace pluggable {

namespace {

// Whether `count` dimensions of a and b, from these on, are equal.
bool SameDims(const TensorShape& a, int a_begin, const TensorShape& b, int b_begin, int count) {
  if (a.dims() < a_begin + count || b.dims() < b_begin + count) return false;
  for (int d = 0; d < count; ++d) {
    if (a.dim_size(a_begin + d) != b.dim_size(b_begin + d)) return false;
  }
  return true;
}

// The first mismatch of the shapes.
enum class Mismatch { kNone, kOuter, kInnerRank, kInner };

Mismatch FindMismatch(const TensorShape& indices, const TensorShape& updates,
                      const TensorShape& shape) {
  const int outer = indices.dims() - 1;
  if (!SameDims(indices, 0, updates, 0, outer)) return Mismatch::kOuter;
  const int64_t depth = indices.dim_size(outer);
  const int inner = updates.dims() - outer;
  if (depth > shape.dims() || inner != shape.dims() - depth) return Mismatch::kInnerRank;
  const bool fits = SameDims(shape, static_cast<int>(depth), updates, outer, inner);
  return fits ? Mismatch::kNone : Mismatch::kInner;
}

// `has_room` is computed differently for each op.
Status CheckElements(const TensorShape& indices, const TensorShape& updates, bool has_room) {
  if (indices.dims() < 1) {
    return errors::InvalidArgument("Indices shape must have rank at least one. Found:",
                                   indices.DebugString());
  }
  if (updates.dims() < 1) {
    return errors::InvalidArgument("Updates shape must have rank at least one. Found:",
                                   updates.DebugString());
  }
  const bool is_empty = indices.num_elements() == 0 || updates.num_elements() == 0;
  const bool both_empty = indices.num_elements() == 0 && updates.num_elements() == 0;
  if (both_empty || (!is_empty && has_room)) return Status();
  return errors::InvalidArgument("Indices and updates specified for empty output shape");
}

// TensorFlow treats a single vector of n indices as n vectors of one index, which updates never
// fit.
Status CheckLoneVector(const TensorShape& indices, const TensorShape& updates) {
  if (indices.dims() != 1) return Status();
  if (indices.dim_size(0) == 0 && updates.dim_size(0) == 0) return Status();
  return errors::InvalidArgument(
      "Dimensions [0,1) of indices[shape=", indices.DebugString(), "] = ", indices.dim_size(0),
      " must match dimensions [0,1) of updates[shape=", updates.DebugString(),
      "] = ", updates.dim_size(0));
}

// Uses the messages of ScatterNd.
Status CheckFit(const TensorShape& indices, const TensorShape& updates, const TensorShape& shape) {
  const int outer = indices.dims() - 1;
  const Mismatch mismatch = FindMismatch(indices, updates, shape);
  if (mismatch == Mismatch::kNone) return CheckLoneVector(indices, updates);
  if (mismatch == Mismatch::kOuter) {
    return errors::InvalidArgument(
        "Dimensions [0,", outer, ") of indices[shape=", indices.DebugString(),
        "] must match dimensions [0,", outer, ") of updates[shape=", updates.DebugString(), "]");
  }
  return errors::InvalidArgument("Dimensions [", indices.dim_size(outer), ",", shape.dims(),
                                 ") of input[shape=", shape.DebugString(),
                                 "] must match dimensions [", outer, ",", updates.dims(),
                                 ") of updates[shape=", updates.DebugString(), "]");
}

}  // namespace

Status CheckScatter(const TensorShape& indices, const TensorShape& updates,
                    const TensorShape& shape) {
  Status status = CheckElements(indices, updates, shape.num_elements() > 0);
  if (status.ok() && shape.dims() < 1) {
    status =
        errors::InvalidArgument("Output must be at least 1-D, got shape: ", shape.DebugString());
  }
  if (status.ok()) status = CheckFit(indices, updates, shape);
  // This is checked even without index vectors.
  if (!status.ok() || shape.num_elements() == 0) return status;
  return CheckDepth(indices.dim_size(indices.dims() - 1));
}

Status CheckDepth(int64_t depth) {
  if (depth >= 1 && depth <= 7) return Status();
  return errors::InvalidArgument(
      "Only indices.shape[-1] values between 1 and 5 are currently supported.  Requested rank: ",
      depth);
}

Status CheckTensorScatter(const TensorShape& indices, const TensorShape& updates,
                          const TensorShape& shape) {
  Status status = CheckElements(indices, updates, shape.num_elements() > 0);
  if (!status.ok()) return status;
  const int64_t depth = indices.dim_size(indices.dims() - 1);
  switch (FindMismatch(indices, updates, shape)) {
    case Mismatch::kOuter:
      return errors::InvalidArgument(
          "Outer dimensions of indices and update must match. Indices shape: ",
          indices.DebugString(), ", updates shape:", updates.DebugString());
    case Mismatch::kInnerRank:
      return errors::InvalidArgument(
          "Inner dimensions of output shape must match inner dimensions of updates shape. Output: ",
          shape.DebugString(), " updates: ", updates.DebugString());
    case Mismatch::kInner:
      return errors::InvalidArgument("The inner ", shape.dims() - depth,
                                     " dimensions of output.shape=", shape.DebugString(),
                                     " must match the inner ", shape.dims() - depth,
                                     " dimensions of updates.shape=", updates.DebugString());
    case Mismatch::kNone:
      break;
  }
  return CheckLoneVector(indices, updates);
}

Status CheckScatterNd(const TensorShape& indices, const TensorShape& updates,
                      const TensorShape& shape) {
  Status status = CheckElements(indices, updates, shape.dims() > 0);
  if (status.ok()) status = CheckFit(indices, updates, shape);
  if (!status.ok() || shape.num_elements() > 0 || indices.num_elements() == 0) return status;
  return errors::InvalidArgument("Indices and updates specified for empty output.  indices shape: ",
                                 indices.DebugString());
}

compute::ScatterPlan PlanScatterNd(const ScatterFormula& formula, const Tensor& indices,
                                   const Tensor& updates, bool skips_bad, const Tensor& out) {
  const auto depth = static_cast<int>(indices.dim_size(indices.dims() - 1));
  int64_t rows = 1;
  for (int d = 0; d < depth; ++d) rows *= out.dim_size(d);
  const int64_t slice = out.NumElements() == 0 ? 0 : out.NumElements() / rows;
  compute::ScatterPlan plan = PlanScatter(formula, indices, updates, slice, out);
  plan.rows = rows;
  plan.indices_are = compute::ScatterIndices::kVectors;
  plan.skips_bad = skips_bad;
  plan.depth = depth;
  plan.count = indices.NumElements() / depth;
  return plan;
}

VariableScatterNdOp::VariableScatterNdOp(OpKernelConstruction* ctx, const char* op,
                                         const ScatterFormula& formula)
    : OpKernel(ctx), op_(op), formula_(formula) {
  OP_REQUIRES_OK(ctx, ReadBadIndicesPolicy(ctx, &skips_bad_));
}

void VariableScatterNdOp::Compute(OpKernelContext* ctx) {
  OP_REQUIRES_OK(ctx, CheckVariableAccess(*ctx, op_, kInsteadOfVariableScatter));
  LockedVariables variable(ctx, {0}, formula_.dtype);
  if (!variable.ok()) return;
  const Tensor& params = variable[0];
  const Tensor indices = ctx->input(1);
  const Tensor updates = ctx->input(2);
  OP_REQUIRES_OK(ctx, CheckScatter(indices.shape(), updates.shape(), params.shape()));
  if (indices.NumElements() == 0 || updates.NumElements() == 0) return;
  OP_REQUIRES_OK(ctx, CheckDepth(indices.dim_size(indices.dims() - 1)));
  EnqueueScatter(ctx, PlanScatterNd(formula_, indices, updates, skips_bad_, params));
}

TensorScatterOp::TensorScatterOp(OpKernelConstruction* ctx, const ScatterFormula& formula)
    : OpKernel(ctx), formula_(formula) {
  OP_REQUIRES_OK(ctx, ReadBadIndicesPolicy(ctx, &skips_bad_));
}

void TensorScatterOp::Compute(OpKernelContext* ctx) {
  const TensorShape shape = ctx->input_shape(0);
  const Tensor indices = ctx->input(1);
  const Tensor updates = ctx->input(2);
  OP_REQUIRES_OK(ctx, CheckTensorScatter(indices.shape(), updates.shape(), shape));
  Tensor* output = nullptr;
  OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({0}, 0, shape, &output));
  if (output->NumElements() == 0) return;
  OP_REQUIRES_OK(ctx, CheckDepth(indices.dim_size(indices.dims() - 1)));
  const Tensor input = ctx->input(0);
  if (input.data() != output->data()) {
    StridedCopy copy;
    copy.AddDim(output->NumElements(), 1, 1);
    EnqueueCopy(ctx, copy, input, output);
  }
  EnqueueScatter(ctx, PlanScatterNd(formula_, indices, updates, skips_bad_, *output));
}

ZerosScatterOp::ZerosScatterOp(OpKernelConstruction* ctx, const ScatterFormula& formula)
    : OpKernel(ctx), formula_(formula) {
  OP_REQUIRES_OK(ctx, ReadBadIndicesPolicy(ctx, &skips_bad_));
}

void ZerosScatterOp::Compute(OpKernelContext* ctx) {
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
  OP_REQUIRES_OK(ctx, CheckDepth(indices.dim_size(indices.dims() - 1)));
  StridedCopy zeros;
  zeros.AddDim(output->NumElements(), 0, 1);
  EnqueueCopies(ctx, DataTypeSize(formula_.dtype), {{zeros, nullptr, output->data()}});
  EnqueueScatter(ctx, PlanScatterNd(formula_, indices, updates, skips_bad_, *output));
}

}  // namespace pluggable
