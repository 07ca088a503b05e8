// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Softmax and its logarithm.

#ifndef PLUGGABLE_REFERENCE_SOFTMAX_H_
#define PLUGGABLE_REFERENCE_SOFTMAX_H_

#include <cstdint>

#include "pluggable/span.h"
#include "pluggable/thread_pool.h"

namespace pluggable {

// What one element costs, in nanoseconds on one core.
inline constexpr int64_t kSoftmaxCost = 4;

// Turns each row of `classes` logits into probabilities, or their logarithms, in work on the stream
// only. `output` may be the memory of `logits`. Defined for float, double, half and bfloat16; the
// last two compute in float.
template <typename T>
void Softmax(Span<const T> logits, int64_t classes, bool logarithm, Span<T> output,
             ThreadPool* threads);

// Makes probabilities of rows that follow each other, in place, on the calling thread. Defined
// likewise.
template <typename T>
void SoftmaxInPlace(int64_t rows, int64_t classes, T* values);

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_SOFTMAX_H_
