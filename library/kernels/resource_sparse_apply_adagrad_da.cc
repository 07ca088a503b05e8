// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/sparse_training.h"
#include "reference/training_rules.h"

namespace pluggable {

// ResourceSparseApplyAdagradDA(var: resource, gradient_accumulator: resource,
//     gradient_squared_accumulator: resource, grad: T, indices: Tindices, lr: T, l1: T, l2: T,
//     global_step: int64)
template <typename T, typename Tindices>
class ResourceSparseApplyAdagradDAOp  // updates the rows in `indices`
    : public SparseTrainingOp<T, Tindices, AdagradDARule> {
 public:
  using SparseTrainingOp<T, Tindices, AdagradDARule>::SparseTrainingOp;
};

}  // namespace pluggable
