// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Ops of optimizers whose gradient has an element for each of the variable's.

#ifndef PLUGGABLE_REFERENCE_VARIABLE_TRAINING_H_
#define PLUGGABLE_REFERENCE_VARIABLE_TRAINING_H_

#include <cstdint>

#include "pluggable/op_kernel.h"

#include "reference/training_op.h"
#include "reference/vectorized.h"

namespace pluggable {

template <typename T, template <typename> class RuleOf>
class VariableTrainingOp : public TrainingOp<T, RuleOf, /*kGradientParts=*/1> {
  using Base = TrainingOp<T, RuleOf, 1>;
  using typename Base::Rule;
  using typename Base::Step;

 public:
  explicit VariableTrainingOp(OpKernelConstruction* ctx) : Base(ctx, "ResourceApply") {}

 protected:
  void EnqueueStep(OpKernelContext* ctx, const TensorShape& shape, const TensorShape& gradient,
                   const Step& step) override {
    OP_REQUIRES(ctx, gradient == shape, Base::Unequal(Rule::kGradient, shape, gradient));
    const int64_t count = shape.num_elements();
    if (count == 0) return;
    ctx->stream().Enqueue(
        count * Step::kCost, [step, count, threads = &ctx->stream().thread_pool()] {
          const Step placed = step.OnTheDevice();
          threads->ParallelFor(
              count, Step::kCost,
              Vectorized([placed, rule = placed.MakeRule()](int64_t begin, int64_t end) {
                placed.Run(rule, begin, begin, end - begin);
              }));
        });
  }
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_VARIABLE_TRAINING_H_
