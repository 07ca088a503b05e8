// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Pooling of images and volumes.

#ifndef PLUGGABLE_REFERENCE_POOLING_H_
#define PLUGGABLE_REFERENCE_POOLING_H_

#include <cstdint>
#include <string>
#include <vector>

#include "pluggable/op_kernel.h"
#include "pluggable/thread_pool.h"

#include "compute/pooling.h"
#include "reference/window.h"

namespace pluggable {

// The attributes of MaxPool and AvgPool, or of MaxPool3D and AvgPool3D.
struct PoolingAttrs : WindowAttrs {
  std::vector<int32_t> ksize;

  // Reads the attributes, for images. The names of all but data_format begin with `prefix`.
  Status Read(OpKernelConstruction* ctx, bool has_explicit_paddings,
              const std::string& prefix = "");
  // Reads the attributes, for volumes.
  Status ReadWithPlanes(OpKernelConstruction* ctx);
  // Fails for windows over images, and over the channels of volumes. Ops have their own messages
  // for windows without elements, which some ops check before these.
  Status CheckWindows() const;

 private:
  Status Read(OpKernelConstruction* ctx, int rank, bool has_explicit_paddings,
              const std::string& prefix);
};

// The lowest finite value, with which the search for the largest starts. Defined for the types of
// Pooling::RunMax.
template <typename T>
T LowestFinite();

// A pooling of a fixed shape. Enqueued work captures it by value.
class Pooling {
 public:
  Pooling() = default;
  // A pooling of these sizes.
  explicit Pooling(const compute::PoolingGeometry& geometry) : geometry_(geometry) {}

  // Fails with TensorFlow's message if the shape does not fit the attributes.
  Status Init(const PoolingAttrs& attrs, const TensorShape& input);

  // The result's shape.
  TensorShape shape() const;
  // The number of channels that are pooled to one: more than 1 if channels are pooled instead of
  // rows and columns.
  int64_t depth_window() const { return geometry_.depth_window; }
  // The windows along the rows.
  const WindowDim& rows() const { return geometry_.rows; }
  // The windows along the columns.
  const WindowDim& columns() const { return geometry_.columns; }
  // All sizes.
  const compute::PoolingGeometry& geometry() const { return geometry_; }
  // The cost of the whole pooling in nanoseconds on one core.
  int64_t cost() const { return shape().num_elements() * most_covered(); }

  // The largest value under each window, as PoolingPlan::Kind::kMax says. Only work on the stream
  // may call it. Defined for float, double, half, bfloat16 and the integers.
  template <typename T>
  void RunMax(const T* input, T* output, ThreadPool* threads) const;
  // The mean of the values under each window, without padding. Only work on the stream may call it.
  // Defined for float, double, half and bfloat16; the last two are computed in float.
  template <typename T>
  void RunAverage(const T* input, T* output, ThreadPool* threads) const;

 protected:
  // The number of pixels of an image or volume, of the input and of the result.
  int64_t input_pixels() const {
    return geometry_.planes.size * geometry_.rows.size * geometry_.columns.size;
  }
  int64_t pixels() const {
    return geometry_.planes.count * geometry_.rows.count * geometry_.columns.count;
  }
  // Calls visit(pixel of the input) for the pixels under the window of a pixel of the result, in
  // order.
  template <typename Visit>
  void ForEachCovered(int64_t pixel, const Visit& visit) const {
    const int64_t z = pixel / geometry_.columns.count / geometry_.rows.count;
    const int64_t y = pixel / geometry_.columns.count % geometry_.rows.count;
    const int64_t x = pixel % geometry_.columns.count;
    const int64_t row_begin = geometry_.rows.First(y);
    const int64_t row_end = geometry_.rows.Last(y);
    const int64_t column_begin = geometry_.columns.First(x);
    const int64_t column_end = geometry_.columns.Last(x);
    for (int64_t p = geometry_.planes.First(z); p < geometry_.planes.Last(z); ++p) {
      for (int64_t i = row_begin; i < row_end; ++i) {
        const int64_t row =
            (geometry_.planes.At(z, p) * geometry_.rows.size + geometry_.rows.At(y, i)) *
            geometry_.columns.size;
        for (int64_t j = column_begin; j < column_end; ++j) visit(row + geometry_.columns.At(x, j));
      }
    }
  }
  // The largest number of these pixels. A window may be far larger than the image.
  int64_t most_covered() const {
    return geometry_.planes.most_covered() * geometry_.rows.most_covered() *
           geometry_.columns.most_covered();
  }
  // The number of these pixels.
  int64_t Covered(int64_t pixel) const {
    const int64_t z = pixel / geometry_.columns.count / geometry_.rows.count;
    const int64_t y = pixel / geometry_.columns.count % geometry_.rows.count;
    const int64_t x = pixel % geometry_.columns.count;
    return (geometry_.planes.Last(z) - geometry_.planes.First(z)) *
           (geometry_.rows.Last(y) - geometry_.rows.First(y)) *
           (geometry_.columns.Last(x) - geometry_.columns.First(x));
  }

  bool has_planes_ = false;
  compute::PoolingGeometry geometry_;

 private:
  Status InitDepth(const PoolingAttrs& attrs);
  template <typename T>
  void RunMaxOfChannels(const T* input, T* output, ThreadPool* threads) const;
  template <typename T, typename C, typename Step, typename Finish>
  void Run(const T* input, T* output, C initial, Step step, Finish finish,
           ThreadPool* threads) const;
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_POOLING_H_
