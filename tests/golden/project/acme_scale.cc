#include "pluggable/kernel_shapes.h"
#include "pluggable/op_kernel.h"

#include <string>
#include <vector>

#include "ops/acme_scale_shape.h"

namespace pluggable {

// AcmeScale(x: T) -> y: T
//
// Not implemented yet: enqueue the work that fills the outputs where Compute fails now.
template <typename T>
class AcmeScaleOp : public OpKernel {
 public:
  explicit AcmeScaleOp(OpKernelConstruction* ctx) : OpKernel(ctx), shapes_(ctx, AcmeScaleShape()) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("factor", &factor_));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("unit", &unit_));
  }

  void Compute(OpKernelContext* ctx) override {
    // Computed by the spec's rule: one shape for each output.
    std::vector<TensorShape> shapes;
    OP_REQUIRES_OK(ctx, shapes_.Infer(ctx, &shapes));
    const Tensor x = ctx->input(0);
    Tensor* y = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shapes[0], &y));
    ctx->CtxFailure(errors::Unimplemented("AcmeScale is not implemented on NOVA_NPU"));
  }

 private:
  KernelShapes shapes_;
  float factor_ = 0;
  std::string unit_;
};

template KernelFunctions make_kernel<AcmeScaleOp<float>>();

}  // namespace pluggable
