// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/random_op.h"

namespace pluggable {

// RandomUniformInt(shape: T, minval: Tout, maxval: Tout) -> output: Tout
template <typename Tout, typename T>
class RandomUniformIntOp : public StatefulRandomOp<UniformInt<Tout>> {
 public:
  using StatefulRandomOp<UniformInt<Tout>>::StatefulRandomOp;

  void Compute(OpKernelContext* ctx) override {
    OP_REQUIRES_OK(ctx, CheckBoundShapes(ctx, 1));  // even if no element is drawn
    StatefulRandomOp<UniformInt<Tout>>::Compute(ctx);
  }

 protected:
  Status ReadDistribution(OpKernelContext* ctx, UniformInt<Tout>* distribution) override {
    return ReadBounds(ctx, 1, distribution);
  }
};

}  // namespace pluggable
