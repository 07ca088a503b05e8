// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Convolutions of which only the largest value under each window of a pooling is kept.

#ifndef PLUGGABLE_REFERENCE_POOLED_CONVOLUTION_H_
#define PLUGGABLE_REFERENCE_POOLED_CONVOLUTION_H_

#include <cstdint>

#include "pluggable/thread_pool.h"

#include "reference/activation.h"
#include "reference/convolution.h"
#include "reference/pooling.h"

namespace pluggable {

// output = max pooling of (convolution, with what the epilogue adds), for channels that come last.
// The pooling is of the convolution's result. Rows of the result are pooled while they are in a
// cache, and not kept. In work on the stream only. Defined for float, double, half and bfloat16.
template <typename T>
void RunPooledConvolution(const Convolution& convolution, const Pooling& pooling,
                          const Epilogue<T>& epilogue, const T* input, const T* filter, T* output,
                          ThreadPool* threads);

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_POOLED_CONVOLUTION_H_
