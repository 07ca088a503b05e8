// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/random_state.h"

namespace pluggable {

// StatefulStandardNormalV2(resource: resource, algorithm: int64, shape: shape_dtype) -> output:
//     dtype
template <typename dtype, typename shape_dtype>
class StatefulStandardNormalV2Op : public VariableRandomOp<Normal<dtype>> {
 public:
  using VariableRandomOp<Normal<dtype>>::VariableRandomOp;
};

}  // namespace pluggable
