// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/sparse_training.h"
#include "reference/training_rules.h"

namespace pluggable {

// ResourceSparseApplyMomentum(var: resource, accum: resource, lr: T, grad: T, indices: Tindices,
//     momentum: T)
template <typename T, typename Tindices>
class ResourceSparseApplyMomentumOp  // updates the rows in `indices`
    : public SparseTrainingOp<T, Tindices, MomentumRule> {
 public:
  using SparseTrainingOp<T, Tindices, MomentumRule>::SparseTrainingOp;
};

}  // namespace pluggable
