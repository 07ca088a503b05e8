// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The gradients of convolutions in which every channel has filters of its own.

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

// The gradients of a depthwise convolution of certain shapes: `gradient` is that of its result.
// Enqueued work captures it by value. All sums are the same whatever the number of threads.
class DepthwiseGradient : private Convolution {
 public:
  using Convolution::Convolution;

  // Fails, in TensorFlow's words after `label`, if the shapes don't fit.
  Status Init(const char* label, const ConvolutionAttrs& attrs, const TensorShape& input,
              const TensorShape& filter, const TensorShape& gradient);

  using Convolution::cost;
  using Convolution::geometry;

  // In work on the stream only. Defined for float, double, half and bfloat16; the last two compute
  // in float.
  template <typename T>
  void RunInput(const T* filter, const T* gradient, T* input_gradient, ThreadPool* threads) const;
  template <typename T>
  void RunFilter(const T* input, const T* gradient, T* filter_gradient, ThreadPool* threads) const;

 private:
  // How many elements apart the neighbours in a tensor's rows, columns and channels are.
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
