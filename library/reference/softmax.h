// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Softmax and its logarithm.

#ifndef PLUGGABLE_REFERENCE_SOFTMAX_H_
#define PLUGGABLE_REFERENCE_SOFTMAX_H_

#include <cstdint>

#include "pluggable/span.h"
#include "pluggable/thread_pool.h"

namespace pluggable {

// The cost of an element in nanoseconds on one core.
inline constexpr int64_t kSoftmaxCost = 4;

// Converts each row of `classes` logits to probabilities, or to their logarithms. `output` may be
// the memory of `logits`. Only work on the stream may call it. Defined for float, double, half and
// bfloat16; the last two are computed in float.
template <typename T>
void Softmax(Span<const T> logits, int64_t classes, bool logarithm, Span<T> output,
             ThreadPool* threads);

// Converts adjacent rows to probabilities, in place, on the calling thread. Defined for the same
// types.
template <typename T>
void SoftmaxInPlace(int64_t rows, int64_t classes, T* values);

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_SOFTMAX_H_
