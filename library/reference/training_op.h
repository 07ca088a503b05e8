// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The common part of optimizers' ops: a variable and the optimizer's slot variables take one step
// along a gradient.

#ifndef PLUGGABLE_REFERENCE_TRAINING_OP_H_
#define PLUGGABLE_REFERENCE_TRAINING_OP_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>

#include "pluggable/op_kernel.h"
#include "pluggable/types.h"
#include "pluggable/variable.h"

#include "compute/training_update.h"
#include "reference/training_step.h"

namespace pluggable {

// An op whose first inputs are resources and whose other inputs are a gradient and scalars, in the
// order of Rule. kGradientParts inputs belong to the gradient.
//
// The scalars are in device memory, as in TensorFlow's kernels for GPUs, so only work on the stream
// can read them; their values are not checked. If TensorFlow gives plugins no access to variables,
// the op always fails.
template <typename T, template <typename> class RuleOf, int kGradientParts>
class TrainingOp : public OpKernel {
 public:
  void Compute(OpKernelContext* ctx) final {
    OP_REQUIRES_OK(ctx,
                   CheckVariableAccess(*ctx, op_,
                                       "train with an optimizer of Keras 3, or in a TensorFlow "
                                       "that has these functions: 2.12 and 2.15 do"));
    std::array<int, kVariables> inputs{};
    std::iota(inputs.begin(), inputs.end(), 0);
    LockedVariables variables(ctx, Span<const int>(inputs.data(), inputs.size()),
                              DataTypeToEnum<T>::value);
    if (!variables.ok()) return;
    compute::TrainingUpdatePlan plan = TrainingPlan<T, RuleOf>();
    plan.flag = flag_;
    for (size_t i = 0; i < kScalars; ++i) {
      const Tensor scalar = ctx->input(ScalarInput(i));
      OP_REQUIRES(ctx, scalar.dims() == 0,
                  errors::InvalidArgument(Rule::kScalars[i],
                                          " is not a scalar: ", scalar.shape().DebugString()));
      if (Step::IsNumber(i)) {
        plan.global_step = scalar.span<int64_t>().data();
      } else {
        plan.scalars[i] = scalar.data();
      }
    }
    const TensorShape& shape = variables[0].shape();
    for (size_t i = 0; i < kVariables; ++i) {
      OP_REQUIRES(ctx, variables[i].shape() == shape,
                  Unequal(Rule::kVariables[i], shape, variables[i].shape()));
      plan.variables[i] = variables[i].data();
    }
    const Tensor gradient = ctx->input(Rule::kGradientInput);
    plan.gradient = gradient.data();
    plan.size = shape.num_elements();
    OP_REQUIRES_OK(ctx, FinishPlan(ctx, shape, gradient.shape(), &plan));
    if (gradient.NumElements() == 0) return;
    OP_REQUIRES_OK(ctx, compute::TrainingUpdate(ctx->stream(), plan));
  }

 protected:
  using Step = TrainingStep<T, RuleOf>;
  using Rule = typename Step::Rule;

  // The op's name is `family` followed by the rule's name.
  TrainingOp(OpKernelConstruction* ctx, const char* family)
      : OpKernel(ctx), op_(std::string(family) + Rule::kName) {
    if constexpr (Rule::kFlag != nullptr) OP_REQUIRES_OK(ctx, ctx->GetAttr(Rule::kFlag, &flag_));
  }

  // Adds the gradient of variables of that shape to the plan. Fails if it does not fit.
  virtual Status FinishPlan(OpKernelContext* ctx, const TensorShape& shape,
                            const TensorShape& gradient, compute::TrainingUpdatePlan* plan) = 0;

  static Status Unequal(const char* name, const TensorShape& var, const TensorShape& other) {
    return errors::InvalidArgument("var and ", name, " do not have the same shape",
                                   var.DebugString(), " ", other.DebugString());
  }

 private:
  static constexpr size_t kVariables = Step::kVariables;
  static constexpr size_t kScalars = Step::kScalars;

  // Scalars follow the variables; the gradient is somewhere between them.
  static int ScalarInput(size_t i) {
    const int input = static_cast<int>(kVariables + i);
    return input < Rule::kGradientInput ? input : input + kGradientParts;
  }

  const std::string op_;
  bool flag_ = false;
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_TRAINING_OP_H_
