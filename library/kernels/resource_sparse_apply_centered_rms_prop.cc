// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/sparse_training.h"
#include "reference/training_rules.h"

namespace pluggable {

// ResourceSparseApplyCenteredRMSProp(var: resource, mg: resource, ms: resource, mom: resource, lr:
//     T, rho: T, momentum: T, epsilon: T, grad: T, indices: Tindices)
template <typename T, typename Tindices>
class ResourceSparseApplyCenteredRMSPropOp  // updates the rows in `indices`
    : public SparseTrainingOp<T, Tindices, SparseCenteredRMSPropRule> {
 public:
  using SparseTrainingOp<T, Tindices, SparseCenteredRMSPropRule>::SparseTrainingOp;
};

}  // namespace pluggable
