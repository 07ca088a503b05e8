// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/sparse_training.h"
#include "reference/training_rules.h"

namespace pluggable {

// ResourceSparseApplyFtrlV2(var: resource, accum: resource, linear: resource, grad: T, indices:
//     Tindices, lr: T, l1: T, l2: T, l2_shrinkage: T, lr_power: T)
template <typename T, typename Tindices>
class ResourceSparseApplyFtrlV2Op  // updates the rows in `indices`
    : public SparseTrainingOp<T, Tindices, SparseFtrlV2Rule> {
 public:
  using SparseTrainingOp<T, Tindices, SparseFtrlV2Rule>::SparseTrainingOp;
};

}  // namespace pluggable
