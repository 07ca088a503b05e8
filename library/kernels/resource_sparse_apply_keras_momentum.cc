// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/sparse_training.h"
#include "reference/training_rules.h"

namespace pluggable {

// ResourceSparseApplyKerasMomentum(var: resource, accum: resource, lr: T, grad: T, indices:
//     Tindices, momentum: T)
template <typename T, typename Tindices>
class ResourceSparseApplyKerasMomentumOp  // updates the rows in `indices`
    : public SparseTrainingOp<T, Tindices, KerasMomentumRule> {
 public:
  using SparseTrainingOp<T, Tindices, KerasMomentumRule>::SparseTrainingOp;
};

}  // namespace pluggable
