// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/training_rules.h"
#include "reference/variable_training.h"

namespace pluggable {

// ResourceApplyAddSign(var: resource, m: resource, lr: T, alpha: T, sign_decay: T, beta: T, grad:
//     T)
template <typename T>
class ResourceApplyAddSignOp  // updates every element
    : public VariableTrainingOp<T, AddSignRule> {
 public:
  using VariableTrainingOp<T, AddSignRule>::VariableTrainingOp;
};

}  // namespace pluggable
