// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/training_rules.h"
#include "reference/variable_training.h"

namespace pluggable {

// ResourceApplyAdagrad(var: resource, accum: resource, lr: T, grad: T)
template <typename T>
class ResourceApplyAdagradOp  // updates every element
    : public VariableTrainingOp<T, AdagradRule> {
 public:
  using VariableTrainingOp<T, AdagradRule>::VariableTrainingOp;
};

}  // namespace pluggable
