//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "@plugin.name@/op_kernel.h"
#include "@plugin.name@/variable.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace @plugin.name@ {

namespace formula {

struct @kernel.op@ {
  template <typename T>
  T operator()(T x, T y) const {
    return @kernel.formula@;
  }
};

}  // namespace formula

// @kernel.signature@
//% if not api.variables.always
//
// Where TensorFlow gives plugins no access to variables this kernel only fails: without it
// TensorFlow would run its own for the CPU on device memory, beside the stream. tf.Variable's
// methods do not come here then (src/plugin/python_hooks.cc).
//% end
template <typename T>
class @kernel.class@ : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
//% if not api.variables.always
    OP_REQUIRES_OK(ctx, CheckVariableAccess(*ctx, "@kernel.op@",
                                            "update the variable by tf.Variable's methods, or "
                                            "read, compute and assign it"));
//% end
    LockedVariables variable(ctx, {0}, DataTypeToEnum<T>::value);
    if (!variable.ok()) return;
    Tensor& x = variable[0];
    const Tensor y = ctx->input(1);
    OP_REQUIRES(ctx, x.IsSameSize(y),
                errors::InvalidArgument("Cannot update variable with shape ",
                                        x.shape().DebugString(), " using a Tensor with shape ",
                                        y.shape().DebugString(), ", shapes must be equal."));
    const auto update = [x = x.span<T>(), y = y.span<T>()](int64_t begin, int64_t end) {
      T* const updated = OnDevice(x.data()) + begin;
      ComputeRow<Update>(updated, 1, OnDevice(y.data()) + begin, 1, updated, end - begin);
    };
    ctx->stream().ParallelFor(x.NumElements(), kElementCost, update);
  }

 private:
  using Update = formula::@kernel.op@;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
