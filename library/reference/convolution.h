// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Convolutions of images and volumes.

#ifndef PLUGGABLE_REFERENCE_CONVOLUTION_H_
#define PLUGGABLE_REFERENCE_CONVOLUTION_H_

#include <cstdint>
#include <vector>

#include "pluggable/op_kernel.h"
#include "pluggable/thread_pool.h"

#include "compute/convolution.h"
#include "reference/matmul.h"
#include "reference/window.h"

namespace pluggable {

// The attributes of Conv2D and DepthwiseConv2dNative, or of Conv3D.
struct ConvolutionAttrs : WindowAttrs {
  std::vector<int32_t> dilations;

  // Reads the attributes. `rank` is that of the tensors: 4 for images, 5 for volumes.
  Status Read(OpKernelConstruction* ctx, int rank = 4);
};

// Fails with TensorFlow's message if strides or dilations are invalid for a convolution.
// `unsupported` is the error code for those of batch and depth, in which TensorFlow's ops differ.
Status CheckConvolutionAttrs(const ConvolutionAttrs& attrs,
                             TF_Code unsupported = TF_INVALID_ARGUMENT);
// The same for DepthwiseConv2dNative and its gradients.
Status CheckDepthwiseAttrs(const ConvolutionAttrs& attrs);

// A convolution of fixed shapes. Enqueued work captures it by value.
class Convolution {
 public:
  Convolution() = default;
  // A convolution of these sizes.
  explicit Convolution(const compute::ConvolutionGeometry& geometry) : geometry_(geometry) {}

  // Fails with TensorFlow's message if the shapes do not fit. The filter is [rows, columns, depth /
  // groups, output depth], with [planes] before that for volumes.
  Status Init(const ConvolutionAttrs& attrs, const TensorShape& input, const TensorShape& filter);
  // The filter is [rows, columns, depth, multiplier]: each input channel has its own filters.
  Status InitDepthwise(const ConvolutionAttrs& attrs, const TensorShape& input,
                       const TensorShape& filter);

  // The result's shape.
  TensorShape shape() const;
  // The cost of the whole convolution in nanoseconds on one core.
  int64_t cost() const;
  // The number of groups of channels. Each group is convolved separately.
  int64_t groups() const { return geometry_.groups; }
  // All sizes.
  const compute::ConvolutionGeometry& geometry() const { return geometry_; }
  // The plan of the convolution for these tensors, for compute::Convolution().
  compute::ConvolutionPlan Plan(const Tensor& input, const Tensor& filter, Tensor* output) const;

  // Computes the convolution on the host. Only work on the stream may call it. Defined for float,
  // double, int32_t, half and bfloat16; the last two are computed in float. `finish` requires that
  // channels come last: its matrix has pixels as rows and channels as columns.
  template <typename T>
  void Run(const T* input, const T* filter, T* output, ThreadPool* threads,
           const Finish<T>& finish = nullptr) const;
  // Computes only the pixels [first, first + count) of the result, numbered through all images, on
  // the calling thread. Channels must come last. `output` begins with the first of these pixels,
  // and the rows of `finish` are relative to it.
  template <typename T>
  void RunPixels(const T* input, const T* filter, int64_t first, int64_t count, T* output,
                 const Finish<T>& finish) const;
  // The same for a convolution from InitDepthwise().
  template <typename T>
  void RunDepthwise(const T* input, const T* filter, T* output, ThreadPool* threads) const;

 protected:
  Status InitWindow(const ConvolutionAttrs& attrs, const TensorShape& input,
                    const TensorShape& filter);
  // For a filter without elements, whose other sides may be too long to iterate over.
  void CoverNothing() {
    geometry_.planes.window = geometry_.rows.window = geometry_.columns.window = 0;
  }
  // Reads a matrix part by part. Each row is an output pixel, numbered through all images from
  // `first` on. It contains the elements under the pixel's window in the channels of one group, in
  // the filter's order.
  template <typename T>
  ReadPart<T> Windows(const T* input, int64_t first, int64_t group) const {
    return [this, input, first, group](int64_t row, int64_t rows, int64_t column, int64_t columns,
                                       T* out, int64_t step) {
      Unfold(input, group, first + row, rows, column, columns, out, step);
    };
  }
  // The same elements as runs in memory. The runs have length 0 if they are too short to be useful.
  template <typename T>
  RowRuns<T> WindowRuns(const T* input, int64_t first, int64_t group) const;
  // The result for the channels of one group. `filter` is a matrix of patch() rows.
  template <typename T>
  void RunGroup(const T* input, int64_t group, MatrixView<T> filter, T* output, ThreadPool* threads,
                const Finish<T>& finish) const;
  // The same for the pixels [first, first + count) if channels come last; `output` begins with the
  // first of them.
  template <typename T>
  void RunGroupPixels(const T* input, int64_t group, int64_t first, int64_t count,
                      const MatrixView<T>& filter, T* output, ThreadPool* threads,
                      const Finish<T>& finish) const;
  // Whether the matrix product can use pixels directly.
  bool is_pointwise() const;
  // Whether the elements under one row of a window are adjacent in memory if channels come last.
  bool rows_are_runs() const { return geometry_.groups == 1 && geometry_.columns.dilation == 1; }
  // The number of elements under a window in the channels of one group.
  int64_t patch() const {
    return geometry_.planes.window * geometry_.rows.window * geometry_.columns.window *
           geometry_.depth / geometry_.groups;
  }
  // The number of pixels of an image or volume, of the input and of the result.
  int64_t input_pixels() const {
    return geometry_.planes.size * geometry_.rows.size * geometry_.columns.size;
  }
  int64_t pixels() const {
    return geometry_.planes.count * geometry_.rows.count * geometry_.columns.count;
  }

  bool has_planes_ = false;
  compute::ConvolutionGeometry geometry_;

 private:
  // Adjacent pixels in one row of the result.
  struct Pixels {
    int64_t plane;
    int64_t row;
    int64_t column;  // of the first pixel
    int64_t count;
  };
  // Runs [first, first + count) under windows, in the channels from `channel` on.
  struct Runs {
    int64_t first;
    int64_t count;
    int64_t length;
    int64_t channel;
  };
  // Elements [begin, end) under windows, in the channels from `channel` on.
  struct Part {
    int64_t begin;
    int64_t end;
    int64_t channel;
  };

  // The number of elements under a window that are adjacent in memory: those under a row of the
  // window, those of a pixel, or a part of a pixel that divides it and is at most kLongestRun. 0 if
  // the number is small.
  int64_t RunLength() const;
  // Writes the addresses of runs [first, first + runs) under the windows of `pixels`, `step` apart
  // for the runs of a pixel. `zeros` is used for runs outside of the image. Runs that are partly
  // outside are copied to *spare, which then advances.
  template <typename T>
  void FindRuns(const T* image, const Pixels& pixels, const Runs& runs, const T** starts,
                int64_t step, const T* zeros, T** spare) const;
  // Calls visit(image, pixels, i) for each row of the result with some of the pixels [first, first
  // + count), numbered through all images: the image, the row's pixels, and the number of the
  // first.
  template <typename T, typename Visit>
  void VisitRows(const T* input, int64_t first, int64_t count, const Visit& visit) const;
  // Writes elements [begin, begin + elements) under the windows of pixels [first, first + count),
  // `step` elements apart.
  template <typename T>
  void Unfold(const T* input, int64_t group, int64_t first, int64_t count, int64_t begin,
              int64_t elements, T* rows, int64_t step) const;
  // The same for one image: copies adjacent elements together, or else element by element.
  template <typename T>
  void UnfoldRuns(const T* image, const Pixels& pixels, const Part& part, T* rows,
                  int64_t step) const;
  template <typename T>
  void UnfoldElements(const T* image, const Pixels& pixels, const Part& part, T* rows,
                      int64_t step) const;
  // Whether a line of the window, numbered through its planes, is on the image; the line of the
  // image, numbered likewise.
  bool IsInside(const Pixels& pixels, int64_t line) const {
    const int64_t plane = geometry_.planes.At(pixels.plane, line / geometry_.rows.window);
    const int64_t row = geometry_.rows.At(pixels.row, line % geometry_.rows.window);
    return plane >= 0 && plane < geometry_.planes.size && row >= 0 && row < geometry_.rows.size;
  }
  int64_t LineAt(const Pixels& pixels, int64_t line) const {
    return geometry_.planes.At(pixels.plane, line / geometry_.rows.window) * geometry_.rows.size +
           geometry_.rows.At(pixels.row, line % geometry_.rows.window);
  }
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_CONVOLUTION_H_
