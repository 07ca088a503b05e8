// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/training_rules.h"
#include "reference/variable_training.h"

namespace pluggable {

// ResourceApplyProximalGradientDescent(var: resource, alpha: T, l1: T, l2: T, delta: T)
template <typename T>
class ResourceApplyProximalGradientDescentOp  // updates every element
    : public VariableTrainingOp<T, ProximalGradientDescentRule> {
 public:
  using VariableTrainingOp<T, ProximalGradientDescentRule>::VariableTrainingOp;
};

}  // namespace pluggable
