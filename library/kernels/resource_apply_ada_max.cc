// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/dense_training_rules.h"
#include "reference/variable_training.h"

namespace pluggable {

// ResourceApplyAdaMax(var: resource, m: resource, v: resource, beta1_power: T, lr: T, beta1: T,
//     beta2: T, epsilon: T, grad: T)
template <typename T>
class ResourceApplyAdaMaxOp : public VariableTrainingOp<T, AdaMaxRule> {
 public:
  using VariableTrainingOp<T, AdaMaxRule>::VariableTrainingOp;
};

}  // namespace pluggable
