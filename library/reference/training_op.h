// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// What the ops of optimizers have in common: a variable, and what the optimizer keeps for it, take
// one step along a gradient.

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

#include "reference/compute_type.h"

namespace pluggable {

// How one element goes along its gradient. A rule has these members:
//
//   kName                  the op's name, without what all have
//   kVariables, kScalars   names of the op's resources and scalars, in the order of the op
//   kGradientInput         which input the gradient is
//   kGradient              its name, where the op takes a whole one
//   kFlag                  a boolean attribute, or null
//   kCountsSteps           whether the last scalar is the number of the step, an int64
//   Rule(scalars, flag)    prepares a step, in the type that is computed in
//   rule(variables, gradient)   makes the step of one element
struct PlainRule {
  static constexpr const char* kGradient = "grad";
  static constexpr const char* kFlag = nullptr;
  static constexpr bool kCountsSteps = false;
};

// A step as work on the stream captures it: where the variables, the scalars and the gradient are.
template <typename T, template <typename> class RuleOf>
struct TrainingStep {
  using C = ComputeType<T>;
  using Rule = RuleOf<C>;

  static constexpr size_t kVariables = Rule::kVariables.size();
  static constexpr size_t kScalars = Rule::kScalars.size();
  static constexpr int64_t kCost = 4;  // nanoseconds an element, about
  // Whether a scalar is the number of the step.
  static constexpr bool IsNumber(size_t scalar) {
    return Rule::kCountsSteps && scalar + 1 == kScalars;
  }

  std::array<T*, kVariables> variables{};
  std::array<const T*, kScalars> scalars{};  // but for the number of the step
  const int64_t* number = nullptr;           // of the step
  const T* gradient = nullptr;
  bool flag = false;

  // The following are for work on the stream only. The same step, where the device finds it:
  TrainingStep OnTheDevice() const {
    TrainingStep step = *this;
    for (T*& variable : step.variables) variable = OnDevice(variable);
    for (const T*& scalar : step.scalars) scalar = OnDevice(scalar);
    step.number = OnDevice(number);
    step.gradient = OnDevice(gradient);
    return step;
  }
  Rule MakeRule() const {
    std::array<C, kScalars> numbers{};
    for (size_t i = 0; i < kScalars; ++i) {
      numbers[i] = IsNumber(i) ? static_cast<C>(*number) : static_cast<C>(*scalars[i]);
    }
    return Rule(numbers, flag);
  }
  // Elements from `to` on of the variables go along those from `from` on of the gradient.
  void Run(const Rule& rule, int64_t to, int64_t from, int64_t count) const {
    const std::array<T*, kVariables> values = variables;
    const T* const slope = gradient + from;
    for (int64_t i = 0; i < count; ++i) {
      std::array<C, kVariables> at{};
      for (size_t v = 0; v < kVariables; ++v) at[v] = static_cast<C>(values[v][to + i]);
      rule(at, static_cast<C>(slope[i]));
      for (size_t v = 0; v < kVariables; ++v) values[v][to + i] = static_cast<T>(at[v]);
    }
  }
};

// An op whose first inputs are resources and whose others are a gradient and scalars, as Rule says.
// kGradientParts inputs belong to the gradient.
//
// The scalars are in device memory, where TensorFlow's kernels for GPUs want them too, so that only
// work on the stream reads them; any numbers will do. Where TensorFlow gives plugins no access to
// variables the op only fails.
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
    Step step;
    step.flag = flag_;
    for (size_t i = 0; i < kScalars; ++i) {
      const Tensor scalar = ctx->input(ScalarInput(i));
      OP_REQUIRES(ctx, scalar.dims() == 0,
                  errors::InvalidArgument(Rule::kScalars[i],
                                          " is not a scalar: ", scalar.shape().DebugString()));
      if (Step::IsNumber(i)) {
        step.number = scalar.span<int64_t>().data();
      } else {
        step.scalars[i] = scalar.span<T>().data();
      }
    }
    const TensorShape& shape = variables[0].shape();
    for (size_t i = 0; i < kVariables; ++i) {
      OP_REQUIRES(ctx, variables[i].shape() == shape,
                  Unequal(Rule::kVariables[i], shape, variables[i].shape()));
      step.variables[i] = variables[i].template span<T>().data();
    }
    const Tensor gradient = ctx->input(Rule::kGradientInput);
    step.gradient = gradient.span<T>().data();
    EnqueueStep(ctx, shape, gradient.shape(), step);
  }

 protected:
  using Step = TrainingStep<T, RuleOf>;
  using Rule = typename Step::Rule;

  // The op's name is `family` and that of the rule.
  TrainingOp(OpKernelConstruction* ctx, const char* family)
      : OpKernel(ctx), op_(std::string(family) + Rule::kName) {
    if constexpr (Rule::kFlag != nullptr) OP_REQUIRES_OK(ctx, ctx->GetAttr(Rule::kFlag, &flag_));
  }

  // Enqueues the step of variables of that shape, if the gradient's fits.
  virtual void EnqueueStep(OpKernelContext* ctx, const TensorShape& shape,
                           const TensorShape& gradient, const Step& step) = 0;

  static Status Unequal(const char* name, const TensorShape& var, const TensorShape& other) {
    return errors::InvalidArgument("var and ", name, " do not have the same shape",
                                   var.DebugString(), " ", other.DebugString());
  }

 private:
  static constexpr size_t kVariables = Step::kVariables;
  static constexpr size_t kScalars = Step::kScalars;

  // Scalars follow the variables; the gradient is somewhere among them.
  static int ScalarInput(size_t i) {
    const int input = static_cast<int>(kVariables + i);
    return input < Rule::kGradientInput ? input : input + kGradientParts;
  }

  const std::string op_;
  bool flag_ = false;
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_TRAINING_OP_H_
