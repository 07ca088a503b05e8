#include "pluggable/kernel_shapes.h"
#include "pluggable/op_kernel.h"

#include <vector>

#include "ops/acme_pair_shape.h"

namespace pluggable {

// AcmePair(values: N * int32, new: string) -> y: N * int32, z: float
//
// Not implemented yet: enqueue the work that fills the outputs where Compute fails now.
class AcmePairOp : public OpKernel {
 public:
  explicit AcmePairOp(OpKernelConstruction* ctx) : OpKernel(ctx), shapes_(ctx, AcmePairShape()) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("sizes", &sizes_));
  }

  void Compute(OpKernelContext* ctx) override {
    // Computed by the spec's rule: one shape for each output.
    std::vector<TensorShape> shapes;
    OP_REQUIRES_OK(ctx, shapes_.Infer(ctx, &shapes));
    OpInputList values;
    OP_REQUIRES_OK(ctx, ctx->input_list("values", &values));
    Tensor new_value;
    OP_REQUIRES_OK(ctx, ctx->input("new", &new_value));
    // y, z, in this order.
    std::vector<Tensor*> outputs(shapes.size());
    for (size_t i = 0; i < shapes.size(); ++i) {
      OP_REQUIRES_OK(ctx, ctx->allocate_output(static_cast<int>(i), shapes[i], &outputs[i]));
    }
    ctx->CtxFailure(errors::Unimplemented("AcmePair is not implemented on NOVA_NPU"));
  }

 private:
  KernelShapes shapes_;
  std::vector<int64_t> sizes_;
};

template KernelFunctions make_kernel<AcmePairOp>();

}  // namespace pluggable
