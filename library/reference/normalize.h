// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Normalization by mean and variance, which are inputs or those of rows.

#ifndef PLUGGABLE_REFERENCE_NORMALIZE_H_
#define PLUGGABLE_REFERENCE_NORMALIZE_H_

#include <cstdint>

#include "pluggable/op_kernel.h"
#include "pluggable/thread_pool.h"

#include "reference/broadcast.h"
#include "reference/composition.h"

namespace pluggable {

// The shapes of y = x * factor + shift, with
//   factor = rsqrt(variance + epsilon) * scale
//   shift = offset - mean * factor
// each of which broadcasts. Enqueued work captures it by value.
class Normalization {
 public:
  Status Init(const TensorShape& x, const TensorShape& mean, const TensorShape& variance,
              const TensorShape& scale, const TensorShape& offset, const TensorShape& epsilon);

  // The result's shape.
  const TensorShape& shape() const { return result_.shape(); }

  template <typename T>
  struct Inputs {
    const T* x;
    const T* mean;
    const T* variance;
    const T* scale;
    const T* offset;
    const T* epsilon;
  };
  // Only work on the stream may call it. Defined for float, double, half and bfloat16; the last two
  // round after every step, as single ops do.
  template <typename T>
  void Run(const Inputs<T>& inputs, T* y, ThreadPool* threads) const;

  // The same as plans. y may be the memory of x if it has its shape.
  void Compose(Composition* steps, const Inputs<const Composition::Value>& inputs,
               const Composition::Value& y) const;

 private:
  Broadcast factor_;  // variance, epsilon, scale
  Broadcast shift_;   // mean, factor, offset
  Broadcast result_;  // x, factor, shift
};

// Normalizes rows of `columns` elements, each by its own mean and variance, with a scale and an
// offset for each column: y = (x - mean) * rsqrt(variance + epsilon) * scale + offset. Only work on
// the stream may call it. Defined for float and double, of which this order of the steps changes no
// more than the last bits. In half it would hide an overflow of x * factor.
template <typename T>
void NormalizeRows(const T* x, const T* scale, const T* offset, const T* epsilon, int64_t rows,
                   int64_t columns, T* y, ThreadPool* threads);

// The means and variances of such rows, for the same types as Normalization::Run.
template <typename T>
void RowMoments(const T* x, int64_t rows, int64_t columns, T* mean, T* variance,
                ThreadPool* threads);

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_NORMALIZE_H_
