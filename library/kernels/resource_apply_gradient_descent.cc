// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/dense_training_rules.h"
#include "reference/variable_training.h"

namespace pluggable {

// ResourceApplyGradientDescent(var: resource, alpha: T, delta: T)
template <typename T>
class ResourceApplyGradientDescentOp : public VariableTrainingOp<T, GradientDescentRule> {
 public:
  using VariableTrainingOp<T, GradientDescentRule>::VariableTrainingOp;
};

}  // namespace pluggable
