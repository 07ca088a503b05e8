// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Shape rules in kernels. They compute the outputs' shapes by the same rule that graphs use.
//
//   explicit AcmeMatMulOp(OpKernelConstruction* c) : OpKernel(c), shapes_(c, AcmeMatMulShape()) {}
//
//   void Compute(OpKernelContext* ctx) override {
//     std::vector<TensorShape> shapes;
//     OP_REQUIRES_OK(ctx, shapes_.Infer(ctx, &shapes));
//     Tensor* y = nullptr;
//     OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shapes[0], &y));

#ifndef PLUGGABLE_KERNEL_SHAPES_H_
#define PLUGGABLE_KERNEL_SHAPES_H_

#include <vector>

#include "pluggable/op_kernel_construction.h"
#include "pluggable/op_kernel_context.h"
#include "pluggable/shape_rule.h"
#include "pluggable/tensor_shape.h"

namespace pluggable {

// A member of a kernel that applies an op's shape rule. Inputs whose values the rule reads must be
// in host memory.
class KernelShapes {
 public:
  // Reads the attributes that the rule needs. Fails the kernel's construction if one is missing.
  // `op` must live as long as the program.
  KernelShapes(OpKernelConstruction* ctx, const OpShape& op);

  // Computes the shape of each output. Fails for inputs that do not fit the rule, and if the rule
  // leaves a part of a shape unknown.
  Status Infer(OpKernelContext* ctx, std::vector<TensorShape>* outputs) const;

  // The same for rules with `unknown` or '?'. The kernel must determine the unknown sizes itself.
  Status InferPartial(OpKernelContext* ctx, std::vector<PartialTensorShape>* outputs) const;

 private:
  const OpShape& op_;
  NodeShape node_;
};

}  // namespace pluggable

#endif  // PLUGGABLE_KERNEL_SHAPES_H_
