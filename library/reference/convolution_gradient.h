// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The gradients of convolutions of images.

#ifndef PLUGGABLE_REFERENCE_CONVOLUTION_GRADIENT_H_
#define PLUGGABLE_REFERENCE_CONVOLUTION_GRADIENT_H_

#include <cstdint>

#include "pluggable/op_kernel.h"
#include "pluggable/thread_pool.h"

#include "reference/convolution.h"

namespace pluggable {

// The gradients of a convolution of fixed shapes: `gradient` is the gradient of its result.
// Enqueued work captures it by value. The sums do not depend on the number of threads.
class ConvolutionGradient : private Convolution {
 public:
  using Convolution::Convolution;

  // Fails with TensorFlow's message after `label` if the shapes do not fit.
  Status Init(const char* label, const ConvolutionAttrs& attrs, const TensorShape& input,
              const TensorShape& filter, const TensorShape& gradient);

  using Convolution::cost;
  using Convolution::geometry;
  using Convolution::groups;

  // Only work on the stream may call these. RunInput is defined for float, double, int32_t, half
  // and bfloat16, RunFilter for all of these but int32_t; half and bfloat16 are computed in float.
  template <typename T>
  void RunInput(const T* filter, const T* gradient, T* input_gradient, ThreadPool* threads) const;
  template <typename T>
  void RunFilter(const T* input, const T* gradient, T* filter_gradient, ThreadPool* threads) const;

 private:
  template <typename T>
  void RunMirrored(const T* filter, const T* gradient, T* input_gradient,
                   ThreadPool* threads) const;
  template <typename T>
  void RunFolded(const T* filter, const T* gradient, T* input_gradient, ThreadPool* threads) const;
  template <typename T>
  void FoldLine(const T* windows, int64_t first, int64_t last, int64_t group, int64_t line,
                T* input_gradient) const;
  template <typename T>
  void AddFilterPart(const T* input, const T* gradient, int64_t begin, int64_t end, T* sums,
                     ThreadPool* threads) const;
  // Calls visit(part, input, gradient) for parts of the batch: the gradient of these images, and
  // the number of their first element in the input and in the result's gradient.
  template <typename Visit>
  void VisitImages(const Visit& visit) const;

  int64_t input_size() const { return geometry_.batch * input_pixels() * geometry_.depth; }
  int64_t gradient_size() const { return geometry_.batch * pixels() * geometry_.output_depth; }
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_CONVOLUTION_GRADIENT_H_
