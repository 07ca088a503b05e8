// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/training_rules.h"
#include "reference/variable_training.h"

namespace pluggable {

// ResourceApplyPowerSign(var: resource, m: resource, lr: T, logbase: T, sign_decay: T, beta: T,
//     grad: T)
template <typename T>
class ResourceApplyPowerSignOp  // updates every element
    : public VariableTrainingOp<T, PowerSignRule> {
 public:
  using VariableTrainingOp<T, PowerSignRule>::VariableTrainingOp;
};

}  // namespace pluggable
