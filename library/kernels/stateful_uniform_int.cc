// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/random_state.h"

namespace pluggable {

// StatefulUniformInt(resource: resource, algorithm: int64, shape: shape_dtype, minval: dtype,
//     maxval: dtype) -> output: dtype
template <typename dtype, typename shape_dtype>
class StatefulUniformIntOp : public VariableRandomOp<UniformInt<dtype>> {
 public:
  using VariableRandomOp<UniformInt<dtype>>::VariableRandomOp;

 protected:
  Status ReadDistribution(OpKernelContext* ctx, UniformInt<dtype>* distribution) override {
    Status status = CheckBoundShapes(ctx, 3);
    return status.ok() ? ReadBounds(ctx, 3, distribution) : status;
  }
};

}  // namespace pluggable
