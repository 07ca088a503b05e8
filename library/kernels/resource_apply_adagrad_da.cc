// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/training_rules.h"
#include "reference/variable_training.h"

namespace pluggable {

// ResourceApplyAdagradDA(var: resource, gradient_accumulator: resource,
//     gradient_squared_accumulator: resource, grad: T, lr: T, l1: T, l2: T, global_step: int64)
template <typename T>
class ResourceApplyAdagradDAOp  // updates every element
    : public VariableTrainingOp<T, AdagradDARule> {
 public:
  using VariableTrainingOp<T, AdagradDARule>::VariableTrainingOp;
};

}  // namespace pluggable
