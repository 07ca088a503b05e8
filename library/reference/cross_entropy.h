// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The loss of classifiers, with its gradient.

#ifndef PLUGGABLE_REFERENCE_CROSS_ENTROPY_H_
#define PLUGGABLE_REFERENCE_CROSS_ENTROPY_H_

#include <cmath>
#include <cstdint>
#include <vector>

#include "reference/compute_type.h"
#include "reference/formula.h"
#include "reference/reduction.h"

namespace pluggable {

// What one logit costs, in nanoseconds on one core.
inline constexpr int64_t kCrossEntropyCost = 5;

// The softmax of one row of logits, and what its logarithm is made of. One object serves many rows.
template <typename T>
class SoftmaxRow {
 public:
  using C = ComputeType<T>;

  explicit SoftmaxRow(int64_t classes)
      : shifted_(static_cast<size_t>(classes)), powers_(static_cast<size_t>(classes)) {}

  // Logit i is logits[i * step]. A NaN makes the whole row NaN.
  void Read(const T* logits, int64_t step) {
    const int64_t classes = static_cast<int64_t>(shifted_.size());
    // Without the largest logit no power overflows.
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

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_CROSS_ENTROPY_H_
