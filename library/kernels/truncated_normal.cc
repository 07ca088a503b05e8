// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/random_op.h"

namespace pluggable {

// TruncatedNormal(shape: T) -> output: dtype
template <typename dtype, typename T>
class TruncatedNormalOp : public StatefulRandomOp<TruncatedNormal<dtype>> {
 public:
  using StatefulRandomOp<TruncatedNormal<dtype>>::StatefulRandomOp;
};

}  // namespace pluggable
