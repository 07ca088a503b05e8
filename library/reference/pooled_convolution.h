// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Convolutions followed by a max pooling.

#ifndef PLUGGABLE_REFERENCE_POOLED_CONVOLUTION_H_
#define PLUGGABLE_REFERENCE_POOLED_CONVOLUTION_H_

#include <cstdint>

#include "pluggable/thread_pool.h"

#include "reference/activation.h"
#include "reference/convolution.h"
#include "reference/pooling.h"

namespace pluggable {

// output = max pooling of (the convolution with its epilogue), if channels come last. Rows of the
// convolution's result are pooled while they are in a cache, and are not stored. Only work on the
// stream may call it. Defined for float, double, half and bfloat16.
template <typename T>
void RunPooledConvolution(const Convolution& convolution, const Pooling& pooling,
                          const Epilogue<T>& epilogue, const T* input, const T* filter, T* output,
                          ThreadPool* threads);

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_POOLED_CONVOLUTION_H_
