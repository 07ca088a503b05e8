// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/random_op.h"

namespace pluggable {

// StatelessRandomUniformIntV2(shape: Tshape, key: uint64, counter: uint64, alg: int32, minval:
//     dtype, maxval: dtype) -> output: dtype
template <typename dtype, typename Tshape>
class StatelessRandomUniformIntV2Op : public StatelessRandomOp<UniformInt<dtype>> {
 public:
  using StatelessRandomOp<UniformInt<dtype>>::StatelessRandomOp;

 protected:
  Status ReadDistribution(OpKernelContext* ctx, UniformInt<dtype>* distribution) override {
    Status status = CheckBoundShapes(ctx, 4);
    return status.ok() ? ReadBounds(ctx, 4, distribution) : status;
  }
};

}  // namespace pluggable
