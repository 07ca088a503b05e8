// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The gradients of depthwise convolutions, in which each channel has its own filters.

#ifndef PLUGGABLE_REFERENCE_DEPTHWISE_GRADIENT_H_
#define PLUGGABLE_REFERENCE_DEPTHWISE_GRADIENT_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "pluggable/op_kernel.h"
#include "pluggable/thread_pool.h"

#include "reference/channel_sums.h"
#include "reference/convolution.h"

namespace pluggable {

// The gradients of a depthwise convolution of fixed shapes: `gradient` is the gradient of its
// result. Enqueued work captures it by value. The sums do not depend on the number of threads.
class DepthwiseGradient : private Convolution {
 public:
  using Convolution::Convolution;

  // Fails with TensorFlow's message after `label` if the shapes do not fit.
  Status Init(const char* label, const ConvolutionAttrs& attrs, const TensorShape& input,
              const TensorShape& filter, const TensorShape& gradient);

  using Convolution::cost;
  using Convolution::geometry;

  // Only work on the stream may call these. Defined for float, double, half and bfloat16; the last
  // two are computed in float.
  template <typename T>
  void RunInput(const T* filter, const T* gradient, T* input_gradient, ThreadPool* threads) const;
  template <typename T>
  void RunFilter(const T* input, const T* gradient, T* filter_gradient, ThreadPool* threads) const;

 private:
  // The distances in elements between neighbours in a tensor's rows, columns and channels.
  struct Steps {
    int64_t row;
    int64_t column;
    int64_t channel;
  };
  Steps StepsOf(int64_t rows, int64_t columns, int64_t depth) const;
  template <typename T>
  void FindWindows(const T* filter, const T* gradient, int64_t row, int64_t column,
                   std::vector<ChannelRows<T>>* windows) const;
  template <typename T, typename C>
  void AddFilterRow(const T* input, const T* gradient, int64_t row, C* sums) const;

  int64_t multiplier() const {
    return geometry_.output_depth / std::max<int64_t>(geometry_.depth, 1);
  }
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_DEPTHWISE_GRADIENT_H_
