// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Draws of classes by their log-probabilities, on the host.

#ifndef PLUGGABLE_REFERENCE_CATEGORICAL_H_
#define PLUGGABLE_REFERENCE_CATEGORICAL_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "pluggable/on_device.h"
#include "pluggable/thread_pool.h"

#include "compute/categorical.h"

namespace pluggable {

// Of a row, in nanoseconds on one core.
inline int64_t CategoricalCost(const compute::CategoricalPlan& plan) {
  constexpr int64_t kExp = 10;
  constexpr int64_t kSearch = 10;
  return plan.classes * kExp + plan.samples * kSearch;
}

namespace internal {

// For each class, what it and those before it weigh.
template <typename T>
void SumWeights(const T* logits, std::vector<double>* sums) {
  double most = static_cast<double>(std::numeric_limits<T>::lowest());
  for (size_t i = 0; i < sums->size(); ++i) {
    const auto logit = static_cast<double>(logits[i]);
    if (std::isfinite(logit)) most = std::max(most, logit);
  }
  double sum = 0;
  for (size_t i = 0; i < sums->size(); ++i) {
    const auto logit = static_cast<double>(logits[i]);
    if (std::isfinite(logit)) sum += std::exp(logit - most);
    (*sums)[i] = sum;
  }
}

}  // namespace internal

// Computes a plan of logits of T and classes of Out. In work on the stream only.
template <typename T, typename Out>
void RunCategorical(const compute::CategoricalPlan& plan, ThreadPool* threads) {
  const T* const logits = OnDevice(static_cast<const T*>(plan.logits));
  const double* const uniform = OnDevice(plan.uniform);
  Out* const out = OnDevice(static_cast<Out*>(plan.out));
  const int64_t classes = plan.classes;
  const int64_t samples = plan.samples;
  threads->ParallelFor(plan.rows, CategoricalCost(plan), [=](int64_t begin, int64_t end) {
    std::vector<double> sums(static_cast<size_t>(classes));
    for (int64_t row = begin; row < end; ++row) {
      internal::SumWeights(logits + row * classes, &sums);
      for (int64_t i = row * samples; i < (row + 1) * samples; ++i) {
        const auto found = std::upper_bound(sums.begin(), sums.end(), uniform[i] * sums.back());
        out[i] = static_cast<Out>(found - sums.begin());
      }
    }
  });
}

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_CATEGORICAL_H_
