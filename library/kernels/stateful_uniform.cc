// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/random_state.h"

namespace pluggable {

// StatefulUniform(resource: resource, algorithm: int64, shape: shape_dtype) -> output: dtype
template <typename dtype, typename shape_dtype>
class StatefulUniformOp : public VariableRandomOp<UniformReal<dtype>> {
 public:
  using VariableRandomOp<UniformReal<dtype>>::VariableRandomOp;
};

}  // namespace pluggable
