#include "pluggable/op_kernel.h"

namespace pluggable {

// @kernel.signature@
//
// Not implemented yet: read attributes in a constructor, then allocate the outputs and enqueue the
// work that fills them in Compute.
//% if kernel.is_template
template <@kernel.template_params@>
//% end
class @kernel.class@ : public OpKernel {
 public:
  explicit @kernel.class@(OpKernelConstruction* ctx) : OpKernel(ctx) {}

  void Compute(OpKernelContext* ctx) override {
    ctx->CtxFailure(errors::Unimplemented("@kernel.op@ is not implemented on @device.type@"));
  }
};

// What src/generated/plugin/kernel_table.cc registers.
//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace pluggable
