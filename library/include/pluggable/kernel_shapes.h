// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Shape rules in kernels: the outputs' shapes by the rule that graphs use too.
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

// A member of a kernel. Inputs whose values the rule reads have to be in host memory.
class KernelShapes {
 public:
  // Reads the attributes that the rule needs, and fails the kernel's construction without them.
  // `op` lives as long as the program.
  KernelShapes(OpKernelConstruction* ctx, const OpShape& op);

  // The shape of each output. Fails for inputs that do not fit the rule, and if the rule does not
  // tell all of a shape.
  Status Infer(OpKernelContext* ctx, std::vector<TensorShape>* outputs) const;

  // The same for rules with `unknown` or '?': what they leave open, the kernel has to find out.
  Status InferPartial(OpKernelContext* ctx, std::vector<PartialTensorShape>* outputs) const;

 private:
  const OpShape& op_;
  NodeShape node_;
};

}  // namespace pluggable

#endif  // PLUGGABLE_KERNEL_SHAPES_H_
