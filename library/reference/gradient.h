// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Gradients of functions of one element: their result depends on one element of each of two inputs,
// which do not broadcast.

#ifndef PLUGGABLE_REFERENCE_GRADIENT_H_
#define PLUGGABLE_REFERENCE_GRADIENT_H_

#include <cstdint>
#include <string>

#include "pluggable/op_kernel.h"

#include "reference/elementwise.h"

namespace pluggable {

// z[i] = Formula(x[i], y[i]). A subclass says which pairs of shapes it takes; all have the same
// number of elements.
template <typename T, typename Formula>
class GradientOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const TensorShape shape = ctx->input_shape(0);
    OP_REQUIRES_OK(ctx, Check(shape, ctx->input_shape(1)));
    Tensor* z = nullptr;
    OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({0, 1}, 0, shape, &z));
    if (z->NumElements() == 0) return;
    const Tensor x = ctx->input(0);
    const Tensor y = ctx->input(1);
    OP_REQUIRES_OK(ctx, compute::Elementwise(ctx->stream(), PlanBinary<Formula, T, T>(x, y, z)));
  }

 protected:
  virtual Status Check(const TensorShape& x, const TensorShape& y) const = 0;
};

// The inputs of an activation's gradient must have one shape.
inline Status CheckActivationGradient(const std::string& node, const char* op, const TensorShape& x,
                                      const TensorShape& y) {
  if (x == y) return Status();
  return errors::InvalidArgument("Inputs to operation ", node, " of type ", op,
                                 " must have the same size and shape.  Input 0: ", x.DebugString(),
                                 " != input 1: ", y.DebugString());
}

// Formula::kOp is the op's name.
template <typename T, typename Formula>
class ActivationGradientOp : public GradientOp<T, Formula> {
 public:
  using GradientOp<T, Formula>::GradientOp;

 protected:
  Status Check(const TensorShape& x, const TensorShape& y) const override {
    return CheckActivationGradient(this->name(), Formula::kOp, x, y);
  }
};

inline Status CheckFunctionGradient(const TensorShape& x, const TensorShape& y) {
  if (x.num_elements() == y.num_elements()) return Status();
  return errors::InvalidArgument(
      "The two arguments to a cwise op must have same number of elements, got ", x.num_elements(),
      " and ", y.num_elements());
}

// The gradient of a function in terms of its result y: only the number of elements counts.
template <typename T, typename Formula>
class FunctionGradientOp : public GradientOp<T, Formula> {
 public:
  using GradientOp<T, Formula>::GradientOp;

 protected:
  Status Check(const TensorShape& x, const TensorShape& y) const override {
    return CheckFunctionGradient(x, y);
  }
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_GRADIENT_H_
