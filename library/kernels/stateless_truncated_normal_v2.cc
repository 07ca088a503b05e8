// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/random_op.h"

namespace pluggable {

// StatelessTruncatedNormalV2(shape: Tshape, key: uint64, counter: uint64, alg: int32) -> output:
//     dtype
template <typename dtype, typename Tshape>
class StatelessTruncatedNormalV2Op : public StatelessRandomOp<TruncatedNormal<dtype>> {
 public:
  using StatelessRandomOp<TruncatedNormal<dtype>>::StatelessRandomOp;
};

}  // namespace pluggable
