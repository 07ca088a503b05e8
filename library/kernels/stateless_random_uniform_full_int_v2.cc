// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/random_op.h"

namespace pluggable {

// StatelessRandomUniformFullIntV2(shape: Tshape, key: uint64, counter: uint64, alg: int32) ->
//     output: dtype
template <typename dtype, typename Tshape>
class StatelessRandomUniformFullIntV2Op : public StatelessRandomOp<UniformFullInt<dtype>> {
 public:
  using StatelessRandomOp<UniformFullInt<dtype>>::StatelessRandomOp;
};

}  // namespace pluggable
