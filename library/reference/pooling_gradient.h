// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The gradients of pooling of images and volumes.

#ifndef PLUGGABLE_REFERENCE_POOLING_GRADIENT_H_
#define PLUGGABLE_REFERENCE_POOLING_GRADIENT_H_

#include <cstdint>

#include "pluggable/thread_pool.h"

#include "reference/pooling.h"

namespace pluggable {

// The gradients of a pooling of a certain shape: `gradient` is that of its result. Enqueued work
// captures it by value.
class PoolingGradient : private Pooling {
 public:
  using Pooling::Pooling;

  using Pooling::cost;
  using Pooling::depth_window;
  using Pooling::geometry;
  using Pooling::Init;
  using Pooling::shape;

  // A window's gradient goes to the first of its largest values. input_gradient may be `input`. In
  // work on the stream only. Defined for float, double, half, bfloat16 and the integers.
  template <typename T>
  void RunMax(const T* input, const T* gradient, T* input_gradient, ThreadPool* threads) const;
  // A window's gradient goes to each of its values that equals the one of `output`, which is what
  // TensorFlow does with volumes. In work on the stream only. Defined for float, half and bfloat16.
  template <typename T>
  void RunAllMax(const T* input, const T* output, const T* gradient, T* input_gradient,
                 ThreadPool* threads) const;
  // A window's gradient is shared out among the values it covers. In work on the stream only.
  // Defined for float, double, half and bfloat16.
  template <typename T>
  void RunAverage(const T* gradient, T* input_gradient, ThreadPool* threads) const;

 private:
  // Some channels of an image. Images whose channels come first are images of one channel each.
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
