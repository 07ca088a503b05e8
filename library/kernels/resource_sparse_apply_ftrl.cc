// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/sparse_training.h"
#include "reference/training_rules.h"

namespace pluggable {

// ResourceSparseApplyFtrl(var: resource, accum: resource, linear: resource, grad: T, indices:
//     Tindices, lr: T, l1: T, l2: T, lr_power: T)
template <typename T, typename Tindices>
class ResourceSparseApplyFtrlOp  // updates the rows in `indices`
    : public SparseTrainingOp<T, Tindices, SparseFtrlRule> {
 public:
  using SparseTrainingOp<T, Tindices, SparseFtrlRule>::SparseTrainingOp;
};

}  // namespace pluggable
