// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/softmax.h"

#include <cmath>
#include <vector>

#include "pluggable/half.h"

#include "reference/compute_type.h"
#include "reference/formula.h"
#include "reference/reduction.h"
#include "reference/vectorized.h"

namespace pluggable {

namespace {

template <typename T>
void ComputeRows(const T* logits, int64_t rows, int64_t classes, bool logarithm, T* output) {
  using C = ComputeType<T>;
  std::vector<C> powers(static_cast<size_t>(classes));
  for (int64_t row = 0; row < rows; ++row) {
    const T* in = logits + row * classes;
    T* out = output + row * classes;
    // Without subtracting the largest logit, exp could overflow. A NaN makes the sum, and so the
    // row, NaN.
    const C largest = FoldRun<MaxReducer>(in, classes);
    for (int64_t i = 0; i < classes; ++i) powers[i] = formula::exp(static_cast<C>(in[i]) - largest);
    const C sum = FoldRun<SumReducer>(powers.data(), classes);
    if (logarithm) {
      const C log_sum = std::log(sum);
      for (int64_t i = 0; i < classes; ++i) {
        out[i] = static_cast<T>(static_cast<C>(in[i]) - largest - log_sum);
      }
    } else {
      const C scale = 1 / sum;
      for (int64_t i = 0; i < classes; ++i) out[i] = static_cast<T>(powers[i] * scale);
    }
  }
}

}  // namespace

template <typename T>
void Softmax(Span<const T> logits, int64_t classes, bool logarithm, Span<T> output,
             ThreadPool* threads) {
  const int64_t rows = static_cast<int64_t>(logits.size()) / classes;
  threads->ParallelFor(rows, classes * kSoftmaxCost, Vectorized([=](int64_t begin, int64_t end) {
                         ComputeRows(logits.data() + begin * classes, end - begin, classes,
                                     logarithm, output.data() + begin * classes);
                       }));
}

template <typename T>
void SoftmaxInPlace(int64_t rows, int64_t classes, T* values) {
  Vectorized([=](int64_t count) {
    ComputeRows<T>(values, count, classes, /*logarithm=*/false, values);
  })(rows);
}

template void Softmax(Span<const float>, int64_t, bool, Span<float>, ThreadPool*);
template void Softmax(Span<const double>, int64_t, bool, Span<double>, ThreadPool*);
template void Softmax(Span<const half>, int64_t, bool, Span<half>, ThreadPool*);
template void Softmax(Span<const bfloat16>, int64_t, bool, Span<bfloat16>, ThreadPool*);

template void SoftmaxInPlace(int64_t, int64_t, float*);
template void SoftmaxInPlace(int64_t, int64_t, double*);
template void SoftmaxInPlace(int64_t, int64_t, half*);
template void SoftmaxInPlace(int64_t, int64_t, bfloat16*);

}  // namespace pluggable
