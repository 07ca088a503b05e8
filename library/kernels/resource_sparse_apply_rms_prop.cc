// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/sparse_training.h"
#include "reference/training_rules.h"

namespace pluggable {

// ResourceSparseApplyRMSProp(var: resource, ms: resource, mom: resource, lr: T, rho: T, momentum:
//     T, epsilon: T, grad: T, indices: Tindices)
template <typename T, typename Tindices>
class ResourceSparseApplyRMSPropOp  // updates the rows in `indices`
    : public SparseTrainingOp<T, Tindices, SparseRMSPropRule> {
 public:
  using SparseTrainingOp<T, Tindices, SparseRMSPropRule>::SparseTrainingOp;
};

}  // namespace pluggable
