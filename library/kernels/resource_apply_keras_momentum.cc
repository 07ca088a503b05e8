// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/training_rules.h"
#include "reference/variable_training.h"

namespace pluggable {

// ResourceApplyKerasMomentum(var: resource, accum: resource, lr: T, grad: T, momentum: T)
template <typename T>
class ResourceApplyKerasMomentumOp  // updates every element
    : public VariableTrainingOp<T, KerasMomentumRule> {
 public:
  using VariableTrainingOp<T, KerasMomentumRule>::VariableTrainingOp;
};

}  // namespace pluggable
