// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

namespace pluggable {

// Bitcast(input: T) -> output: type
template <typename T, typename type>
class BitcastOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor input = ctx->input(0);
    TensorShape shape = input.shape();  // NOLINT(performance-unnecessary-copy-initialization)
    if constexpr (sizeof(T) < sizeof(type)) {
      // The number of elements of T that make one element of `type`.
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

}  // namespace pluggable
