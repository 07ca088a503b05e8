// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"
#include "pluggable/variable.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct AssignSubVariableOp {
  static constexpr auto kFormula = compute::Formula::kSub;

  template <typename T>
  T operator()(T x, T y) const {
    return difference(x, y);
  }
};

}  // namespace formula

// AssignSubVariableOp(resource: resource, value: dtype)
//
// If TensorFlow gives plugins no access to variables, this kernel always fails. Without it,
// TensorFlow would run its CPU kernel on device memory without waiting for the stream. The methods
// of tf.Variable do not use this op then (plugin/python_hooks.h).
template <typename T>
class AssignSubVariableOpOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    OP_REQUIRES_OK(ctx, CheckVariableAccess(*ctx, "AssignSubVariableOp",
                                            "update the variable by tf.Variable's methods, or "
                                            "read, compute and assign it"));
    LockedVariables variable(ctx, {0}, DataTypeToEnum<T>::value);
    if (!variable.ok()) return;
    Tensor& x = variable[0];
    const Tensor y = ctx->input(1);
    OP_REQUIRES(ctx, x.IsSameSize(y),
                errors::InvalidArgument("Cannot update variable with shape ",
                                        x.shape().DebugString(), " using a Tensor with shape ",
                                        y.shape().DebugString(), ", shapes must be equal."));
    if (x.NumElements() == 0) return;
    OP_REQUIRES_OK(ctx, compute::Elementwise(ctx->stream(), PlanBinary<Update, T, T>(x, y, &x)));
  }

 private:
  using Update = formula::AssignSubVariableOp;
};

}  // namespace pluggable
