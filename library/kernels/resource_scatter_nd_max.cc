// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"
#include "pluggable/variable.h"

#include "reference/formula.h"
#include "reference/scatter_nd.h"

namespace pluggable {

namespace formula {

struct ResourceScatterNdMax {
  template <typename T>
  T operator()([[maybe_unused]] T x, T y) const {
    return y > x ? y : x;
  }
};

}  // namespace formula

// ResourceScatterNdMax(ref: resource, indices: Tindices, updates: T)
//
// Updates slices of a variable in place, picked by vectors of indices.
template <typename T, typename Tindices>
class ResourceScatterNdMaxOp : public OpKernel {
 public:
  explicit ResourceScatterNdMaxOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ReadBadIndicesPolicy(ctx, &skip_));
  }

  void Compute(OpKernelContext* ctx) override {
    OP_REQUIRES_OK(ctx, CheckVariableAccess(*ctx, "ResourceScatterNdMax",
                                            "assign what tf.tensor_scatter_nd_update or its like "
                                            "makes of tf.Variable.read_value()"));
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
  using Update = formula::ResourceScatterNdMax;

  bool skip_ = false;
};

}  // namespace pluggable
