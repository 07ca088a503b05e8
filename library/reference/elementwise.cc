// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/elementwise.h"

#include <utility>

namespace pluggable {
compute::ElementwisePlan PlanElementwise(compute::Formula formula,
                                         std::initializer_list<const Tensor*> inputs, Tensor* out) {
  compute::ElementwisePlan plan;
  plan.formula = formula;
  for (const Tensor* const input : inputs) {
    plan.inputs[plan.num_inputs++] = {input->dtype(), input->data()};
  }
  plan.out_dtype = out->dtype();
  plan.out = out->data();
  plan.size = out->NumElements();
  return plan;
}

compute::ElementwisePlan PlanFormula(const ElementwiseFormula& formula,
                                     std::initializer_list<const Tensor*> inputs, Tensor* out) {
  compute::ElementwisePlan plan = PlanElementwise(formula.formula, inputs, out);
  plan.loop = formula.loop;
  plan.cost = formula.cost;
  return plan;
}

UnaryElementwiseOp::UnaryElementwiseOp(OpKernelConstruction* ctx, const ElementwiseFormula& formula)
    : OpKernel(ctx), formula_(formula) {}

void UnaryElementwiseOp::Compute(OpKernelContext* ctx) {
  Tensor* y = nullptr;
  OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({0}, 0, ctx->input_shape(0), &y));
  if (y->NumElements() == 0) return;
  const Tensor x = ctx->input(0);
  OP_REQUIRES_OK(ctx, compute::Elementwise(ctx->stream(), PlanFormula(formula_, {&x}, y)));
}

BinaryElementwiseOp::BinaryElementwiseOp(OpKernelConstruction* ctx,
                                         const ElementwiseFormula& formula, OperandCheck check)
    : OpKernel(ctx), formula_(formula), check_(check) {}

void BinaryElementwiseOp::Compute(OpKernelContext* ctx) {
  const TensorShape x_shape = ctx->input_shape(0);
  const TensorShape y_shape = ctx->input_shape(1);
  const bool broadcasts = x_shape != y_shape;
  Broadcast broadcast;
  if (broadcasts && !broadcast.Init({&x_shape, &y_shape})) {
    return ComputeIncompatible(ctx, x_shape, y_shape);
  }
  Tensor* z = nullptr;
  OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output(
                          {0, 1}, 0, broadcasts ? broadcast.shape() : x_shape, &z));
  if (z->NumElements() == 0) return;
  const Tensor x = ctx->input(0);
  const Tensor y = ctx->input(1);
  if (check_ != nullptr) compute::CheckOnHost(ctx->stream(), check_, y.data(), y.NumElements());
  compute::ElementwisePlan plan = PlanFormula(formula_, {&x, &y}, z);
  if (broadcasts) plan.broadcast = std::move(broadcast);
  OP_REQUIRES_OK(ctx, compute::Elementwise(ctx->stream(), plan));
}

void BinaryElementwiseOp::ComputeIncompatible(OpKernelContext* ctx, const TensorShape& x,
                                              const TensorShape& y) {
  ctx->CtxFailure(
      errors::InvalidArgument("Incompatible shapes: ", x.DebugString(), " vs. ", y.DebugString()));
}

EqualityElementwiseOp::EqualityElementwiseOp(OpKernelConstruction* ctx,
                                             const ElementwiseFormula& formula, bool for_unlike)
    : BinaryElementwiseOp(ctx, formula, nullptr), for_unlike_(for_unlike) {
  OP_REQUIRES_OK(ctx, ctx->GetAttr("incompatible_shape_error", &incompatible_shape_error_));
}

void EqualityElementwiseOp::ComputeIncompatible(OpKernelContext* ctx, const TensorShape& x,
                                                const TensorShape& y) {
  if (incompatible_shape_error_) return BinaryElementwiseOp::ComputeIncompatible(ctx, x, y);
  Tensor* z = nullptr;
  OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape(), &z));
  // The result depends on no element: z == z, or z != z.
  compute::ElementwisePlan plan = PlanElementwise(
      for_unlike_ ? compute::Formula::kEqual : compute::Formula::kNotEqual, {z, z}, z);
  for (compute::ElementwisePlan::Input& input : plan.inputs) input.dtype = DT_UINT8;
  plan.loop = [](const compute::ElementwisePlan& unlike, int64_t, int64_t) {
    *OnDevice(static_cast<bool*>(unlike.out)) = unlike.formula == compute::Formula::kEqual;
  };
  OP_REQUIRES_OK(ctx, compute::Elementwise(ctx->stream(), plan));
}

}  // namespace pluggable
