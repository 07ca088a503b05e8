// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/training_rules.h"
#include "reference/variable_training.h"

namespace pluggable {

// ResourceApplyFtrlV2(var: resource, accum: resource, linear: resource, grad: T, lr: T, l1: T, l2:
//     T, l2_shrinkage: T, lr_power: T)
template <typename T>
class ResourceApplyFtrlV2Op  // updates every element
    : public VariableTrainingOp<T, FtrlV2Rule> {
 public:
  using VariableTrainingOp<T, FtrlV2Rule>::VariableTrainingOp;
};

}  // namespace pluggable
