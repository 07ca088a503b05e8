// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/training_rules.h"
#include "reference/variable_training.h"

namespace pluggable {

// ResourceApplyAdagradV2(var: resource, accum: resource, lr: T, epsilon: T, grad: T)
template <typename T>
class ResourceApplyAdagradV2Op  // updates every element
    : public VariableTrainingOp<T, AdagradV2Rule> {
 public:
  using VariableTrainingOp<T, AdagradV2Rule>::VariableTrainingOp;
};

}  // namespace pluggable
