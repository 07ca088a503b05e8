//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "@plugin.name@/op_kernel.h"

namespace @plugin.name@ {

// @kernel.signature@
template <typename T, typename type>
class BitcastOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor input = ctx->input(0);
    TensorShape shape = input.shape();
    if constexpr (sizeof(T) < sizeof(type)) {
      // The last dimension holds the parts of one element.
      constexpr int64_t kParts = sizeof(type) / sizeof(T);
      OP_REQUIRES(ctx, shape.dims() > 0 && shape.dim_size(shape.dims() - 1) == kParts,
                  errors::InvalidArgument("Cannot bitcast from ", input.dtype(), " to ",
                                          DataTypeToEnum<type>::value));
      shape.RemoveLastDims(1);
    } else if constexpr (sizeof(T) > sizeof(type)) {
      shape.AddDim(sizeof(T) / sizeof(type));
    }
    const int64_t no_elements = 0;
    const Tensor output(TF_AllocateTensor(DataTypeToEnum<type>::value, &no_elements, 1, 0));
    TfStatus status;
    TF_TensorBitcastFrom(input.handle(), DataTypeToEnum<type>::value, output.handle(),
                         shape.dim_sizes().data(), shape.dims(), status.get());
    OP_REQUIRES_OK(ctx, status.ToStatus());
    ctx->set_output(0, output);
  }
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
