// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Ops of optimizers for dense gradients.

#ifndef PLUGGABLE_REFERENCE_VARIABLE_TRAINING_H_
#define PLUGGABLE_REFERENCE_VARIABLE_TRAINING_H_

#include "pluggable/op_kernel.h"

#include "reference/training_op.h"

namespace pluggable {

template <typename T, template <typename> class RuleOf>
class VariableTrainingOp : public TrainingOp<T, RuleOf, /*kGradientParts=*/1> {
  using Base = TrainingOp<T, RuleOf, 1>;
  using typename Base::Rule;

 public:
  explicit VariableTrainingOp(OpKernelConstruction* ctx) : Base(ctx, "ResourceApply") {}

 protected:
  Status FinishPlan(OpKernelContext* /*ctx*/, const TensorShape& shape, const TensorShape& gradient,
                    compute::TrainingUpdatePlan* /*plan*/) override {
    return gradient == shape ? Status() : Base::Unequal(Rule::kGradient, shape, gradient);
  }
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_VARIABLE_TRAINING_H_
