//% if kernel.uses_half
#include "pluggable/half.h"
//% end
#include "pluggable/kernel_shapes.h"
#include "pluggable/op_kernel.h"

//% if op.reads_strings
#include <string>
//% end
#include <vector>

#include "ops/@op.stem@_shape.h"

namespace pluggable {

// @kernel.signature@
//
// Not implemented yet: enqueue the work that fills the outputs where Compute fails now.
//% if kernel.is_template
template <@kernel.template_params@>
//% end
class @kernel.class@ : public OpKernel {
 public:
//% if op.long_constructor
  explicit @kernel.class@(OpKernelConstruction* ctx)
      : OpKernel(ctx), shapes_(ctx, @op.name@Shape()) {@op.end_of_constructor@
//% else
  explicit @kernel.class@(OpKernelConstruction* ctx) : OpKernel(ctx), shapes_(ctx, @op.name@Shape()) {@op.end_of_constructor@
//% end
//% if op.read_attrs
//% for attr in op.read_attrs
    OP_REQUIRES_OK(ctx, ctx->GetAttr("@attr.name@", &@attr.member@));
//% end
  }
//% end

  void Compute(OpKernelContext* ctx) override {
//% if shape.tells_all
    // Computed by the spec's rule: one shape for each output.
    std::vector<TensorShape> shapes;
    OP_REQUIRES_OK(ctx, shapes_.Infer(ctx, &shapes));
//% else
    // Computed by the spec's rule, which leaves some dimensions unknown. Determine those here.
    std::vector<PartialTensorShape> told;
    OP_REQUIRES_OK(ctx, shapes_.InferPartial(ctx, &told));
    std::vector<TensorShape> shapes(told.size());
    for (size_t i = 0; i < shapes.size(); ++i) told[i].AsTensorShape(&shapes[i]);
//% end
//% for arg in op.inputs
//% if arg.is_list
    OpInputList @arg.variable@;
    OP_REQUIRES_OK(ctx, ctx->input_list("@arg.name@", &@arg.variable@));
//% elif arg.by_name
    Tensor @arg.variable@;
    OP_REQUIRES_OK(ctx, ctx->input("@arg.name@", &@arg.variable@));
//% else
    const Tensor @arg.variable@ = ctx->input(@arg.index@);
//% end
//% end
//% if op.has_list_output
    // @op.output_names@, in this order.
    std::vector<Tensor*> outputs(shapes.size());
    for (size_t i = 0; i < shapes.size(); ++i) {
      OP_REQUIRES_OK(ctx, ctx->allocate_output(static_cast<int>(i), shapes[i], &outputs[i]));
    }
//% else
//% for arg in op.outputs
    Tensor* @arg.variable@ = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(@arg.index@, shapes[@arg.index@], &@arg.variable@));
//% end
//% end
    ctx->CtxFailure(errors::Unimplemented("@op.name@ is not implemented on @device.type@"));
  }

 private:
  KernelShapes shapes_;
//% for attr in op.read_attrs
  @attr.type@ @attr.member@@attr.initial@;
//% end
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace pluggable
