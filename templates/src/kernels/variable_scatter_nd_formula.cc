//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "@plugin.name@/op_kernel.h"
#include "@plugin.name@/variable.h"

#include "reference/formula.h"
#include "reference/scatter_nd.h"

namespace @plugin.name@ {

namespace formula {

struct @kernel.op@ {
  template <typename T>
  T operator()([[maybe_unused]] T x, T y) const {
    return @kernel.formula@;
  }
};

}  // namespace formula

// @kernel.signature@
//
// Updates slices of a variable in place, picked by vectors of indices.
template <typename T, typename Tindices>
class @kernel.class@ : public OpKernel {
 public:
  explicit @kernel.class@(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ReadBadIndicesPolicy(ctx, &skip_));
  }

  void Compute(OpKernelContext* ctx) override {
//% if not api.variables.always
    OP_REQUIRES_OK(ctx, CheckVariableAccess(*ctx, "@kernel.op@",
                                            "assign what tf.tensor_scatter_nd_update or its like "
                                            "makes of tf.Variable.read_value()"));
//% end
    LockedVariables variable(ctx, {0}, DataTypeToEnum<T>::value);
    if (!variable.ok()) return;
    Tensor& params = variable[0];
    const Tensor indices = ctx->input(1);
    const Tensor updates = ctx->input(2);
    OP_REQUIRES_OK(ctx, CheckScatter(indices.shape(), updates.shape(), params.shape()));
    if (indices.NumElements() == 0 || updates.NumElements() == 0) return;
    EnqueueScatter<Update, T, Tindices>(ctx, Span<const T>(params.span<T>()), indices, updates,
                                        skip_, &params);
  }

 private:
  using Update = formula::@kernel.op@;

  bool skip_ = false;
};

// clang-format off
//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end
// clang-format on

}  // namespace @plugin.name@
