// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The gradients of pooling of images and volumes.

#ifndef PLUGGABLE_REFERENCE_POOLING_GRADIENT_H_
#define PLUGGABLE_REFERENCE_POOLING_GRADIENT_H_

#include <cstdint>

#include "pluggable/thread_pool.h"

#include "reference/pooling.h"

namespace pluggable {

// The gradients of a pooling of a fixed shape: `gradient` is the gradient of its result. Enqueued
// work captures it by value.
class PoolingGradient : private Pooling {
 public:
  using Pooling::Pooling;

  using Pooling::cost;
  using Pooling::depth_window;
  using Pooling::geometry;
  using Pooling::Init;
  using Pooling::shape;

  // A window's gradient goes to the first of its largest values. input_gradient may be `input`.
  // Only work on the stream may call it. Defined for float, double, half, bfloat16 and the
  // integers.
  template <typename T>
  void RunMax(const T* input, const T* gradient, T* input_gradient, ThreadPool* threads) const;
  // A window's gradient goes to each value that equals the window's element of `output`, as in
  // TensorFlow's gradient for volumes. Only work on the stream may call it. Defined for float, half
  // and bfloat16.
  template <typename T>
  void RunAllMax(const T* input, const T* output, const T* gradient, T* input_gradient,
                 ThreadPool* threads) const;
  // A window's gradient is divided among the values that it covers. Only work on the stream may
  // call it. Defined for float, double, half and bfloat16.
  template <typename T>
  void RunAverage(const T* gradient, T* input_gradient, ThreadPool* threads) const;

 private:
  // Some channels of an image. If channels come first, each is treated as an image of one channel.
  struct Slice {
    int64_t image;
    int64_t channel;  // the first
    int64_t channels;
  };
  template <typename T, typename Add>
  void Run(T* input_gradient, ThreadPool* threads, const Add& add) const;
  template <typename T, typename C>
  void AddMax(const Slice& slice, const T* input, const T* gradient, C* sums) const;
  template <typename T, typename C>
  void AddAllMax(const Slice& slice, const T* input, const T* output, const T* gradient,
                 C* sums) const;
  template <typename T, typename C>
  void AddAverage(const Slice& slice, const T* gradient, C* sums) const;

  int64_t channels() const { return geometry_.channels_first ? 1 : geometry_.depth; }
  int64_t images() const {
    return geometry_.channels_first ? geometry_.batch * geometry_.depth : geometry_.batch;
  }
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_POOLING_GRADIENT_H_
