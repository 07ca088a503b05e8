// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The loops of optimizers. RuleOf is one of training_rules.h.

#ifndef PLUGGABLE_REFERENCE_TRAINING_STEP_H_
#define PLUGGABLE_REFERENCE_TRAINING_STEP_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "pluggable/status.h"
#include "pluggable/stream.h"
#include "pluggable/thread_pool.h"
#include "pluggable/types.h"

#include "compute/training_update.h"
#include "reference/compute_type.h"
#include "reference/vectorized.h"
#include "reference/visit_slices.h"

namespace pluggable {

inline constexpr int64_t kTrainingCost = 4;  // nanoseconds an element, about

// A step for work on the stream: the variables, the scalars and the gradient.
template <typename T, template <typename> class RuleOf>
class TrainingStep {
 public:
  using C = ComputeType<T>;
  using Rule = RuleOf<C>;

  static constexpr size_t kVariables = Rule::kVariables.size();
  static constexpr size_t kScalars = Rule::kScalars.size();
  // Whether a scalar is the number of the step.
  static constexpr bool IsNumber(size_t scalar) {
    return Rule::kCountsSteps && scalar + 1 == kScalars;
  }

  // Only work on the stream may call this and the functions below.
  explicit TrainingStep(const compute::TrainingUpdatePlan& plan)
      : gradient_(OnDevice(static_cast<const T*>(plan.gradient))) {
    static_assert(kVariables <= compute::TrainingUpdatePlan::kMaxVariables);
    static_assert(kScalars <= compute::TrainingUpdatePlan::kMaxScalars);
    for (size_t i = 0; i < kVariables; ++i) {
      variables_[i] = OnDevice(static_cast<T*>(plan.variables[i]));
    }
  }

  // Updates elements of the variables from `to` on by elements of the gradient from `from` on.
  void Run(const Rule& rule, int64_t to, int64_t from, int64_t count) const {
    const std::array<T*, kVariables> values = variables_;
    const T* const slope = gradient_ + from;
    for (int64_t i = 0; i < count; ++i) {
      std::array<C, kVariables> at{};
      for (size_t v = 0; v < kVariables; ++v) at[v] = static_cast<C>(values[v][to + i]);
      rule(at, static_cast<C>(slope[i]));
      for (size_t v = 0; v < kVariables; ++v) values[v][to + i] = static_cast<T>(at[v]);
    }
  }

  static Rule RuleOfPlan(const compute::TrainingUpdatePlan& plan) {
    std::array<C, kScalars> numbers{};
    for (size_t i = 0; i < kScalars; ++i) {
      numbers[i] = IsNumber(i) ? static_cast<C>(*OnDevice(plan.global_step))
                               : static_cast<C>(*OnDevice(static_cast<const T*>(plan.scalars[i])));
    }
    return Rule(numbers, plan.flag);
  }

 private:
  std::array<T*, kVariables> variables_{};
  const T* gradient_;
};

// For a dense gradient.
template <typename T, template <typename> class RuleOf>
Status RunTraining(const compute::TrainingUpdatePlan& plan, ThreadPool* threads) {
  using Step = TrainingStep<T, RuleOf>;
  threads->ParallelFor(
      plan.size, kTrainingCost,
      Vectorized([step = Step(plan), rule = Step::RuleOfPlan(plan)](int64_t begin, int64_t end) {
        step.Run(rule, begin, begin, end - begin);
      }));
  return Status();
}

// For a sparse gradient.
template <typename T, typename Index, template <typename> class RuleOf>
Status RunSparseTraining(const compute::TrainingUpdatePlan& plan, ThreadPool* threads) {
  using Step = TrainingStep<T, RuleOf>;
  const int64_t rows = plan.size / plan.slice;
  const Index* const indices = OnDevice(static_cast<const Index*>(plan.indices));
  const std::vector<int64_t> slices(indices, indices + plan.num_indices);
  for (size_t i = 0; i < slices.size(); ++i) {
    if (slices[i] < 0 || slices[i] >= rows) {
      return errors::InvalidArgument("Index ", slices[i], " at offset ", i,
                                     " in indices is out of range");
    }
  }
  const Step step(plan);
  VisitSlices(rows, plan.slice, slices, kTrainingCost, threads,
              [&step, rule = Step::RuleOfPlan(plan), size = plan.slice](
                  int64_t slice, int64_t i, int64_t begin, int64_t end) {
                step.Run(rule, slice * size + begin, i * size + begin, end - begin);
              });
  return Status();
}

// Fills in the parts of a plan that depend on the rule.
template <typename T, template <typename> class RuleOf>
compute::TrainingUpdatePlan TrainingPlan() {
  using Step = TrainingStep<T, RuleOf>;
  compute::TrainingUpdatePlan plan;
  plan.rule = Step::Rule::kRule;
  plan.dtype = DataTypeToEnum<T>::value;
  plan.num_variables = static_cast<int>(Step::kVariables);
  plan.num_scalars = static_cast<int>(Step::kScalars) - (Step::Rule::kCountsSteps ? 1 : 0);
  plan.loop = RunTraining<T, RuleOf>;
  return plan;
}

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_TRAINING_STEP_H_
