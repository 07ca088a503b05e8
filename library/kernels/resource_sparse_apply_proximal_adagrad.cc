// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/sparse_training.h"
#include "reference/training_rules.h"

namespace pluggable {

// ResourceSparseApplyProximalAdagrad(var: resource, accum: resource, lr: T, l1: T, l2: T, grad: T,
//     indices: Tindices)
template <typename T, typename Tindices>
class ResourceSparseApplyProximalAdagradOp  // updates the rows in `indices`
    : public SparseTrainingOp<T, Tindices, ProximalAdagradRule> {
 public:
  using SparseTrainingOp<T, Tindices, ProximalAdagradRule>::SparseTrainingOp;
};

}  // namespace pluggable
