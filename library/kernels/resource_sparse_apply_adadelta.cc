// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/sparse_training.h"
#include "reference/training_rules.h"

namespace pluggable {

// ResourceSparseApplyAdadelta(var: resource, accum: resource, accum_update: resource, lr: T, rho:
//     T, epsilon: T, grad: T, indices: Tindices)
template <typename T, typename Tindices>
class ResourceSparseApplyAdadeltaOp  // updates the rows in `indices`
    : public SparseTrainingOp<T, Tindices, AdadeltaRule> {
 public:
  using SparseTrainingOp<T, Tindices, AdadeltaRule>::SparseTrainingOp;
};

}  // namespace pluggable
