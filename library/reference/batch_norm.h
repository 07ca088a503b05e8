// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Normalisation of the channels of a batch.

#ifndef PLUGGABLE_REFERENCE_BATCH_NORM_H_
#define PLUGGABLE_REFERENCE_BATCH_NORM_H_

#include <cstdint>

#include "pluggable/tensor_shape.h"
#include "pluggable/thread_pool.h"

namespace pluggable {

// A tensor as [outer, channels, inner]. All functions are for work on the stream only, and defined
// for T = float, half and bfloat16.
struct ChannelLayout {
  int64_t outer = 1;
  int64_t channels = 1;
  int64_t inner = 1;

  static ChannelLayout Of(const TensorShape& shape, int channel_dim) {
    ChannelLayout layout;
    layout.channels = shape.dim_size(channel_dim);
    if (shape.num_elements() == 0) {  // the other sizes may overflow
      layout.outer = 0;
      return layout;
    }
    for (int d = 0; d < channel_dim; ++d) layout.outer *= shape.dim_size(d);
    for (int d = channel_dim + 1; d < shape.dims(); ++d) layout.inner *= shape.dim_size(d);
    return layout;
  }

  int64_t per_channel() const { return outer * inner; }
};

// The mean of every channel, and the mean of the squared distances from it.
template <typename T>
void ChannelMoments(const ChannelLayout& layout, const T* x, float* mean, float* variance,
                    ThreadPool* threads);

// y = (x - mean) / sqrt(variance + epsilon) * scale + offset
template <typename T>
void NormalizeChannels(const ChannelLayout& layout, const T* x, const float* mean,
                       const float* variance, const float* scale, const float* offset,
                       float epsilon, T* y, ThreadPool* threads);

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_BATCH_NORM_H_
