// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/training_rules.h"
#include "reference/variable_training.h"

namespace pluggable {

// ResourceApplyFtrl(var: resource, accum: resource, linear: resource, grad: T, lr: T, l1: T, l2: T,
//     lr_power: T)
template <typename T>
class ResourceApplyFtrlOp  // updates every element
    : public VariableTrainingOp<T, FtrlRule> {
 public:
  using VariableTrainingOp<T, FtrlRule>::VariableTrainingOp;
};

}  // namespace pluggable
