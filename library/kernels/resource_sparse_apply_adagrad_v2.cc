// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/sparse_training.h"
#include "reference/training_rules.h"

namespace pluggable {

// ResourceSparseApplyAdagradV2(var: resource, accum: resource, lr: T, epsilon: T, grad: T, indices:
//     Tindices)
template <typename T, typename Tindices>
class ResourceSparseApplyAdagradV2Op  // updates the rows in `indices`
    : public SparseTrainingOp<T, Tindices, AdagradV2Rule> {
 public:
  using SparseTrainingOp<T, Tindices, AdagradV2Rule>::SparseTrainingOp;
};

}  // namespace pluggable
