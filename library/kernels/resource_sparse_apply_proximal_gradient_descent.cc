// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/sparse_training.h"
#include "reference/training_rules.h"

namespace pluggable {

// ResourceSparseApplyProximalGradientDescent(var: resource, alpha: T, l1: T, l2: T, grad: T,
//     indices: Tindices)
template <typename T, typename Tindices>
class ResourceSparseApplyProximalGradientDescentOp  // updates the rows in `indices`
    : public SparseTrainingOp<T, Tindices, ProximalGradientDescentRule> {
 public:
  using SparseTrainingOp<T, Tindices, ProximalGradientDescentRule>::SparseTrainingOp;
};

}  // namespace pluggable
