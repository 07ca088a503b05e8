// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The loss of classifiers, with its gradient.

#ifndef PLUGGABLE_REFERENCE_CROSS_ENTROPY_H_
#define PLUGGABLE_REFERENCE_CROSS_ENTROPY_H_

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "pluggable/status.h"
#include "pluggable/stream.h"
#include "pluggable/thread_pool.h"

#include "compute/cross_entropy.h"
#include "reference/compute_type.h"
#include "reference/formula.h"
#include "reference/reduction.h"
#include "reference/vectorized.h"

namespace pluggable {

// The cost of a logit in nanoseconds on one core.
inline constexpr int64_t kCrossEntropyCost = 5;

// The softmax of a row of logits, and its logarithm. One object is used for many rows.
template <typename T>
class SoftmaxRow {
 public:
  using C = ComputeType<T>;

  explicit SoftmaxRow(int64_t classes)
      : shifted_(static_cast<size_t>(classes)), powers_(static_cast<size_t>(classes)) {}

  // Logit i is logits[i * step]. A NaN makes the whole row NaN.
  void Read(const T* logits, int64_t step) {
    const int64_t classes = static_cast<int64_t>(shifted_.size());
    // Without subtracting the largest logit, exp could overflow.
    for (int64_t i = 0; i < classes; ++i) shifted_[i] = static_cast<C>(logits[i * step]);
    const C largest = FoldRun<MaxReducer>(shifted_.data(), classes);
    for (int64_t i = 0; i < classes; ++i) shifted_[i] -= largest;
    for (int64_t i = 0; i < classes; ++i) powers_[i] = formula::exp(shifted_[i]);
    const C sum = FoldRun<SumReducer>(powers_.data(), classes);
    log_sum_ = std::log(sum);
    scale_ = 1 / sum;
  }

  C Probability(int64_t i) const { return powers_[i] * scale_; }
  // The logarithm of 1 / Probability(i).
  C Surprise(int64_t i) const { return log_sum_ - shifted_[i]; }

 private:
  std::vector<C> shifted_;
  std::vector<C> powers_;
  C log_sum_ = 0;
  C scale_ = 0;
};

// For labels that are numbers. Only work on the stream may call it.
template <typename T>
void RunCrossEntropy(const compute::CrossEntropyPlan& plan, ThreadPool* threads) {
  using C = ComputeType<T>;
  const T* const x = OnDevice(static_cast<const T*>(plan.logits.data));
  const T* const y = OnDevice(static_cast<const T*>(plan.labels.data));
  T* const loss = OnDevice(static_cast<T*>(plan.loss));
  T* const backprop = OnDevice(static_cast<T*>(plan.backprop));
  const auto& logits = plan.logits;
  const auto& labels = plan.labels;
  threads->ParallelFor(plan.rows, (plan.classes + 1) * kCrossEntropyCost,
                       Vectorized([=, classes = plan.classes](int64_t begin, int64_t end) {
                         SoftmaxRow<T> row(classes);
                         for (int64_t i = begin; i < end; ++i) {
                           row.Read(x + i * logits.row_step, logits.step);
                           const T* const wanted = y + i * labels.row_step;
                           T* const out = backprop + i * classes;
                           C sum = 0;
                           for (int64_t j = 0; j < classes; ++j) {
                             const C label = static_cast<C>(wanted[j * labels.step]);
                             sum += label * row.Surprise(j);
                             out[j] = static_cast<T>(row.Probability(j) - label);
                           }
                           loss[i] = static_cast<T>(sum);
                         }
                       }));
}

// For one class in each row. Writes nothing if one is out of range. `backprop` may be the logits.
template <typename T, typename Class>
Status RunCrossEntropyOfClasses(const compute::CrossEntropyPlan& plan, ThreadPool* threads) {
  const T* const logits = OnDevice(static_cast<const T*>(plan.logits.data));
  const Class* const labels = OnDevice(static_cast<const Class*>(plan.label_classes));
  T* const loss = OnDevice(static_cast<T*>(plan.loss));
  T* const backprop = OnDevice(static_cast<T*>(plan.backprop));
  const int64_t classes = plan.classes;
  for (int64_t i = 0; i < plan.rows; ++i) {
    if (labels[i] < 0 || labels[i] >= classes) {
      std::string all;
      for (int64_t j = 0; j < plan.rows; ++j) all += " " + std::to_string(labels[j]);
      return errors::InvalidArgument("Received a label value of ", labels[i],
                                     " which is outside the valid range of [0, ", classes,
                                     ").  Label values:", all);
    }
  }
  threads->ParallelFor(plan.rows, classes * kCrossEntropyCost,
                       Vectorized([=](int64_t begin, int64_t end) {
                         SoftmaxRow<T> row(classes);
                         for (int64_t i = begin; i < end; ++i) {
                           row.Read(logits + i * classes, 1);
                           const int64_t label = labels[i];
                           T* const out = backprop + i * classes;
                           for (int64_t j = 0; j < classes; ++j) {
                             out[j] = static_cast<T>(row.Probability(j));
                           }
                           out[label] = static_cast<T>(row.Probability(label) - 1);
                           loss[i] = static_cast<T>(row.Surprise(label));
                         }
                       }));
  return Status();
}

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_CROSS_ENTROPY_H_
