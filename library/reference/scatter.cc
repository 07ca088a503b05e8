// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/scatter.h"

#include <string>

#include "pluggable/variable.h"

#include "compute/dtype_switch.h"
#include "reference/slice_indices.h"

namespace pluggable {

namespace {

using compute::ScatterIndices;
using compute::ScatterPlan;

// Fails with TensorFlow's message at the first invalid index.
template <typename Index>
Status CheckRows(const ScatterPlan& plan, const Index* indices) {
  const bool are_segments = plan.indices_are == ScatterIndices::kSegments;
  for (int64_t i = 0; i < plan.count; ++i) {
    const Index index = indices[i];
    if (index < plan.rows && (index >= 0 || are_segments)) continue;
    const std::string position = PositionText(plan.indices_shape, i);
    if (are_segments) {
      return errors::InvalidArgument("segment_ids", position, " = ", index, " is out of range [0, ",
                                     plan.rows, ")");
    }
    return errors::InvalidArgument("indices", position, " = ", index, " is not in [0, ", plan.rows,
                                   ")");
  }
  return Status();
}

// The row of each update; -1 for updates that are skipped.
template <typename Index>
Status FindRows(const ScatterPlan& plan, ThreadPool* threads, std::vector<int64_t>* rows) {
  const Index* const indices = OnDevice(static_cast<const Index*>(plan.indices));
  if (plan.indices_are == ScatterIndices::kVectors) {
    SliceIndices slices;
    slices.Init(plan.indices_shape, plan.depth, plan.shape);
    const Span<const Index> vectors(indices, static_cast<size_t>(plan.count * plan.depth));
    *rows = slices.Resolve(vectors, threads);
    const std::string bad = plan.skips_bad ? "" : slices.FindBad(vectors, *rows);
    if (bad.empty()) return Status();
    return errors::InvalidArgument(bad, " does not index into shape ", plan.shape.DebugString());
  }
  rows->resize(static_cast<size_t>(plan.count));
  if (plan.indices_are == ScatterIndices::kCyclic) {
    for (int64_t i = 0; i < plan.count; ++i) {
      (*rows)[i] = (static_cast<int64_t>(indices[i]) % plan.rows + plan.rows) % plan.rows;
    }
    return Status();
  }
  Status checked = CheckRows(plan, indices);
  if (!checked.ok()) return checked;
  for (int64_t i = 0; i < plan.count; ++i) (*rows)[i] = indices[i] < 0 ? -1 : indices[i];
  return Status();
}

// Whether the tensors share memory: they may be the same, or one a part of the other.
bool Overlap(const Tensor& a, const Tensor& b) {
  const auto* const first = static_cast<const char*>(a.data());
  const auto* const other = static_cast<const char*>(b.data());
  return first < other + b.TotalBytes() && other < first + a.TotalBytes();
}

}  // namespace

ScatterPlan PlanScatter(const ScatterFormula& formula, const Tensor& indices, const Tensor& updates,
                        int64_t slice, const Tensor& out) {
  ScatterPlan plan;
  plan.operation = formula.operation;
  plan.dtype = formula.dtype;
  plan.rows = out.dims() == 0 ? 1 : out.dim_size(0);
  plan.slice = slice;
  plan.out = out.data();
  plan.index_dtype = indices.dtype();
  plan.count = indices.NumElements();
  plan.indices = indices.data();
  plan.indices_shape = indices.shape();
  plan.shape = out.shape();
  plan.updates = updates.data();
  plan.check = formula.check;
  plan.loop = formula.loop;
  return plan;
}

Status RunScatter(const ScatterPlan& plan, ThreadPool* threads) {
  if (plan.check != nullptr) {
    Status checked = plan.check(plan);
    if (!checked.ok()) return checked;
  }
  Status found;
  std::vector<int64_t> rows;
  Status known = compute::SwitchDtype<int32_t, int64_t>(plan.index_dtype, [&](auto type) {
    found = FindRows<typename decltype(type)::type>(plan, threads, &rows);
  });
  if (!known.ok()) return known;
  if (found.ok()) plan.loop(plan, rows, threads);
  return found;
}

void EnqueueScatter(OpKernelContext* ctx, const ScatterPlan& plan) {
  if (plan.count == 0 && !plan.from_zeros && plan.check == nullptr) return;
  // An op that updates a variable has no output.
  if (ctx->num_outputs() == 0 || !ctx->output_is_host(0)) {
    OP_REQUIRES_OK(ctx, compute::Scatter(ctx->stream(), plan));
  } else {
    const internal::SubnormalsAreZero as_in_work;
    ctx->SetStatus(RunScatter(plan, &ctx->stream().thread_pool()));
  }
}

void VariableScatterOp::Compute(OpKernelContext* ctx) {
  OP_REQUIRES_OK(ctx, CheckVariableAccess(*ctx, op_, kInsteadOfVariableScatter));
  LockedVariables variable(ctx, {0}, formula_.dtype);
  if (!variable.ok()) return;
  const Tensor& params = variable[0];
  const Tensor indices = ctx->input(1);
  const Tensor updates = ctx->input(2);
  OP_REQUIRES(ctx, params.dims() >= 1,
              errors::InvalidArgument("resource must be at least 1 dimensional"));
  TensorShape expected = indices.shape();
  for (int d = 1; d < params.dims(); ++d) expected.AddDim(params.dim_size(d));
  OP_REQUIRES(ctx, updates.dims() == 0 || updates.shape() == expected,
              errors::InvalidArgument(
                  "Must have updates.shape = indices.shape + params.shape[1:] or updates.shape = "
                  "[], got updates.shape ",
                  updates.shape().DebugString(), ", indices.shape ", indices.shape().DebugString(),
                  ", params.shape ", params.shape().DebugString()));
  const bool one_update = updates.dims() == 0;
  // Without indices no update is used, but a scalar update must be checked even then.
  const bool checks_one = one_update && formula_.check != nullptr;
  if (indices.NumElements() == 0 && !checks_one) return;
  int64_t slice = 0;
  if (!one_update) {
    slice = updates.NumElements() / indices.NumElements();
  } else if (params.NumElements() > 0) {
    // Without rows every index is an error, so the length of a row does not matter.
    slice = params.NumElements() / params.dim_size(0);
  }
  ScatterPlan plan = PlanScatter(formula_, indices, updates, slice, params);
  plan.one_update = one_update;
  EnqueueScatter(ctx, plan);
}

void InplaceOp::Compute(OpKernelContext* ctx) {
  Tensor x = ctx->input(0);
  const Tensor i = ctx->input(1);
  Tensor v = ctx->input(2);
  OP_REQUIRES(ctx, i.dims() == 1,
              errors::InvalidArgument("i must be a vector. ", i.shape().DebugString()));
  OP_REQUIRES(ctx, x.dims() == v.dims(),
              errors::InvalidArgument("x and v shape doesn't match (ranks differ): ",
                                      x.shape().DebugString(), " vs. ", v.shape().DebugString()));
  for (int d = 1; d < x.dims(); ++d) {
    OP_REQUIRES(ctx, x.dim_size(d) == v.dim_size(d),
                errors::InvalidArgument("x and v shape doesn't match at index ", d, " : ",
                                        x.shape().DebugString(), " vs. ", v.shape().DebugString()));
  }
  OP_REQUIRES(ctx, v.dims() > 0 && i.dim_size(0) == v.dim_size(0),
              errors::InvalidArgument("i and x shape doesn't match at index 0: ",
                                      i.shape().DebugString(), " vs. ", v.shape().DebugString()));
  if (x.NumElements() > 0 && v.NumElements() > 0) {
    if (Overlap(x, v) && !ctx->output_is_host(0)) {
      Tensor copy;
      OP_REQUIRES_OK(ctx, ctx->allocate_temp(v.dtype(), v.shape(), &copy));
      OP_REQUIRES_OK(ctx, ctx->stream().CopyOnDevice(copy.data(), v.data(), v.TotalBytes()));
      v = std::move(copy);
    }
    ctx->UseMemory(internal::OpMemory::Use::kWritten, x);
    ScatterPlan plan = PlanScatter(formula_, i, v, x.NumElements() / x.dim_size(0), x);
    plan.indices_are = ScatterIndices::kCyclic;
    EnqueueScatter(ctx, plan);
  }
  ctx->set_output(0, x);
}

}  // namespace pluggable
