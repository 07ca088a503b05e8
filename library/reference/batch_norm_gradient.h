// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The gradients of the normalisation of the channels of a batch.

#ifndef PLUGGABLE_REFERENCE_BATCH_NORM_GRADIENT_H_
#define PLUGGABLE_REFERENCE_BATCH_NORM_GRADIENT_H_

#include "pluggable/thread_pool.h"

#include "reference/batch_norm.h"

namespace pluggable {

// How the channels were normalized.
struct NormalizedBy {
  const float* mean;
  const float* variance;
  const float* scale;
  float epsilon;
  bool of_batch;  // by the batch's own mean and variance, which depend on x
};

// Computes the gradients of x, scale and offset from the gradient of y = (x - mean) / sqrt(variance
// + epsilon) * scale + offset. x_gradient may be y_gradient. The sums do not depend on the number
// of threads. Only work on the stream may call it. Defined for T = float, half and bfloat16.
template <typename T>
void NormalizeChannelsGradient(const ChannelLayout& layout, const NormalizedBy& moments,
                               const T* y_gradient, const T* x, T* x_gradient,
                               float* scale_gradient, float* offset_gradient, ThreadPool* threads);

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_BATCH_NORM_GRADIENT_H_
