// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/gradient.h"

namespace pluggable {

GradientElementwiseOp::GradientElementwiseOp(OpKernelConstruction* ctx,
                                             const ElementwiseFormula& formula)
    : OpKernel(ctx), formula_(formula) {}

void GradientElementwiseOp::Compute(OpKernelContext* ctx) {
  const TensorShape shape = ctx->input_shape(0);
  OP_REQUIRES_OK(ctx, Check(shape, ctx->input_shape(1)));
  Tensor* z = nullptr;
  OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({0, 1}, 0, shape, &z));
  if (z->NumElements() == 0) return;
  const Tensor x = ctx->input(0);
  const Tensor y = ctx->input(1);
  OP_REQUIRES_OK(ctx, compute::Elementwise(ctx->stream(), PlanFormula(formula_, {&x, &y}, z)));
}

Status CheckActivationGradient(const std::string& node, const char* op, const TensorShape& x,
                               const TensorShape& y) {
  if (x == y) return Status();
  return errors::InvalidArgument("Inputs to operation ", node, " of type ", op,
                                 " must have the same size and shape.  Input 0: ", x.DebugString(),
                                 " != input 1: ", y.DebugString());
}

ActivationGradientElementwiseOp::ActivationGradientElementwiseOp(OpKernelConstruction* ctx,
                                                                 const ElementwiseFormula& formula,
                                                                 const char* op)
    : GradientElementwiseOp(ctx, formula), op_(op) {}

Status ActivationGradientElementwiseOp::Check(const TensorShape& x, const TensorShape& y) const {
  return CheckActivationGradient(name(), op_, x, y);
}

Status CheckFunctionGradient(const TensorShape& x, const TensorShape& y) {
  if (x.num_elements() == y.num_elements()) return Status();
  return errors::InvalidArgument(
      "The two arguments to a cwise op must have same number of elements, got ", x.num_elements(),
      " and ", y.num_elements());
}

Status FunctionGradientElementwiseOp::Check(const TensorShape& x, const TensorShape& y) const {
  return CheckFunctionGradient(x, y);
}

}  // namespace pluggable
