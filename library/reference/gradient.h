// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Gradients of functions of one element: each output element depends on one element of each of two
// inputs, which do not broadcast.

#ifndef PLUGGABLE_REFERENCE_GRADIENT_H_
#define PLUGGABLE_REFERENCE_GRADIENT_H_

#include <string>

#include "pluggable/op_kernel.h"

#include "reference/elementwise.h"

namespace pluggable {

// z[i] = formula(x[i], y[i]). A subclass decides which pairs of shapes are valid; all have the same
// number of elements.
class GradientElementwiseOp : public OpKernel {
 public:
  GradientElementwiseOp(OpKernelConstruction* ctx, const ElementwiseFormula& formula);

  void Compute(OpKernelContext* ctx) override;

 protected:
  virtual Status Check(const TensorShape& x, const TensorShape& y) const = 0;

 private:
  ElementwiseFormula formula_;
};

// The inputs of an activation's gradient must have one shape.
Status CheckActivationGradient(const std::string& node, const char* op, const TensorShape& x,
                               const TensorShape& y);

class ActivationGradientElementwiseOp : public GradientElementwiseOp {
 public:
  // `op` is the op's name.
  ActivationGradientElementwiseOp(OpKernelConstruction* ctx, const ElementwiseFormula& formula,
                                  const char* op);

 protected:
  Status Check(const TensorShape& x, const TensorShape& y) const override;

 private:
  const char* op_;
};

// Formula::kOp is the op's name.
template <typename T, typename Formula>
class ActivationGradientOp : public ActivationGradientElementwiseOp {
 public:
  explicit ActivationGradientOp(OpKernelConstruction* ctx)
      : ActivationGradientElementwiseOp(ctx, BinaryFormula<Formula, T, T>(), Formula::kOp) {}
};

// Compares only the number of elements.
Status CheckFunctionGradient(const TensorShape& x, const TensorShape& y);

class FunctionGradientElementwiseOp : public GradientElementwiseOp {
 public:
  using GradientElementwiseOp::GradientElementwiseOp;

 protected:
  Status Check(const TensorShape& x, const TensorShape& y) const override;
};

// The gradient of a function in terms of its result y.
template <typename T, typename Formula>
class FunctionGradientOp : public FunctionGradientElementwiseOp {
 public:
  explicit FunctionGradientOp(OpKernelConstruction* ctx)
      : FunctionGradientElementwiseOp(ctx, BinaryFormula<Formula, T, T>()) {}
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_GRADIENT_H_
