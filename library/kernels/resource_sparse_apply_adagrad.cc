// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/sparse_training.h"
#include "reference/training_rules.h"

namespace pluggable {

// ResourceSparseApplyAdagrad(var: resource, accum: resource, lr: T, grad: T, indices: Tindices)
template <typename T, typename Tindices>
class ResourceSparseApplyAdagradOp  // updates the rows in `indices`
    : public SparseTrainingOp<T, Tindices, AdagradRule> {
 public:
  using SparseTrainingOp<T, Tindices, AdagradRule>::SparseTrainingOp;
};

}  // namespace pluggable
