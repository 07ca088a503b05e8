// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Pooling of images and volumes.

#ifndef PLUGGABLE_REFERENCE_POOLING_H_
#define PLUGGABLE_REFERENCE_POOLING_H_

#include <cstdint>
#include <string>
#include <vector>

#include "pluggable/op_kernel.h"
#include "pluggable/thread_pool.h"

#include "reference/window.h"

namespace pluggable {

// The attributes of MaxPool and AvgPool, or of MaxPool3D and AvgPool3D.
struct PoolingAttrs : WindowAttrs {
  std::vector<int32_t> ksize;

  // The names of attributes but data_format begin with `prefix`.
  Status Read(OpKernelConstruction* ctx, bool has_explicit_paddings,
              const std::string& prefix = "");
  // Of volumes.
  Status ReadWithPlanes(OpKernelConstruction* ctx);
  // Fails for windows over images, and over the channels of volumes. Ops have words of their own
  // for windows without elements, which come before these in some.
  Status CheckWindows() const;

 private:
  Status Read(OpKernelConstruction* ctx, int rank, bool has_explicit_paddings,
              const std::string& prefix);
};

// The least of the finite values, from which the search for the largest begins. Defined for the
// types of Pooling::RunMax.
template <typename T>
T LowestFinite();

// A pooling of a certain shape. Enqueued work captures it by value.
class Pooling {
 public:
  // Fails, in TensorFlow's words, if the shape does not fit the attributes.
  Status Init(const PoolingAttrs& attrs, const TensorShape& input);

  // The result's shape.
  TensorShape shape() const;
  // Other than 1 if channels are pooled instead of rows and columns.
  int64_t depth_window() const { return depth_window_; }
  const WindowDim& rows() const { return rows_; }
  const WindowDim& columns() const { return columns_; }
  int64_t cost() const { return shape().num_elements() * most_covered(); }

  // The largest value under each window. As TensorFlow has it, neither NaN nor minus infinity ever
  // is: the lowest finite value stands in. In work on the stream only. Defined for float, double,
  // half, bfloat16 and the integers.
  template <typename T>
  void RunMax(const T* input, T* output, ThreadPool* threads) const;
  // The mean of the values under each window, padding left out. In work on the stream only. Defined
  // for float, double, half and bfloat16, of which the last two compute in float.
  template <typename T>
  void RunAverage(const T* input, T* output, ThreadPool* threads) const;

 protected:
  // Pixels of an image or volume, of the input and of the result.
  int64_t input_pixels() const { return planes_.size * rows_.size * columns_.size; }
  int64_t pixels() const { return planes_.count * rows_.count * columns_.count; }
  // Calls visit(pixel of the input) for those under the window of a pixel of the result, in their
  // order.
  template <typename Visit>
  void ForEachCovered(int64_t pixel, const Visit& visit) const {
    const int64_t z = pixel / columns_.count / rows_.count;
    const int64_t y = pixel / columns_.count % rows_.count;
    const int64_t x = pixel % columns_.count;
    const int64_t row_begin = rows_.First(y);
    const int64_t row_end = rows_.Last(y);
    const int64_t column_begin = columns_.First(x);
    const int64_t column_end = columns_.Last(x);
    for (int64_t p = planes_.First(z); p < planes_.Last(z); ++p) {
      for (int64_t i = row_begin; i < row_end; ++i) {
        const int64_t row = (planes_.At(z, p) * rows_.size + rows_.At(y, i)) * columns_.size;
        for (int64_t j = column_begin; j < column_end; ++j) visit(row + columns_.At(x, j));
      }
    }
  }
  // How many those can be, of a window that may be far larger than the image.
  int64_t most_covered() const {
    return planes_.most_covered() * rows_.most_covered() * columns_.most_covered();
  }
  // How many those are.
  int64_t Covered(int64_t pixel) const {
    const int64_t z = pixel / columns_.count / rows_.count;
    const int64_t y = pixel / columns_.count % rows_.count;
    const int64_t x = pixel % columns_.count;
    return (planes_.Last(z) - planes_.First(z)) * (rows_.Last(y) - rows_.First(y)) *
           (columns_.Last(x) - columns_.First(x));
  }

  bool has_planes_ = false;
  bool channels_first_ = false;
  int64_t batch_ = 0;
  int64_t depth_ = 0;  // of the input
  int64_t depth_window_ = 1;
  WindowDim planes_ = kOnePlane;
  WindowDim rows_;
  WindowDim columns_;

 private:
  Status InitDepth(const PoolingAttrs& attrs);
  template <typename T, typename C, typename Step, typename Finish>
  void Run(const T* input, T* output, C initial, Step step, Finish finish,
           ThreadPool* threads) const;
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_POOLING_H_
