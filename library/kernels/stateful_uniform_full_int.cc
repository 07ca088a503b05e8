// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/random_state.h"

namespace pluggable {

// StatefulUniformFullInt(resource: resource, algorithm: int64, shape: shape_dtype) -> output: dtype
template <typename dtype, typename shape_dtype>
class StatefulUniformFullIntOp : public VariableRandomOp<UniformFullInt<dtype>> {
 public:
  using VariableRandomOp<UniformFullInt<dtype>>::VariableRandomOp;
};

}  // namespace pluggable
