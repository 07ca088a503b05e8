// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/random_op.h"

namespace pluggable {

// RandomStandardNormal(shape: T) -> output: dtype
template <typename dtype, typename T>
class RandomStandardNormalOp : public StatefulRandomOp<Normal<dtype>> {
 public:
  using StatefulRandomOp<Normal<dtype>>::StatefulRandomOp;
};

}  // namespace pluggable
