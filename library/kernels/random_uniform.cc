// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/random_op.h"

namespace pluggable {

// RandomUniform(shape: T) -> output: dtype
template <typename dtype, typename T>
class RandomUniformOp : public StatefulRandomOp<UniformReal<dtype>> {
 public:
  using StatefulRandomOp<UniformReal<dtype>>::StatefulRandomOp;
};

}  // namespace pluggable
