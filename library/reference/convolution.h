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

// Fails, in TensorFlow's words, if strides or dilations are none that a convolution can have;
// `unsupported` is the code for those of batch and depth, in which TensorFlow's ops differ.
Status CheckConvolutionAttrs(const ConvolutionAttrs& attrs,
                             TF_Code unsupported = TF_INVALID_ARGUMENT);
// The same of DepthwiseConv2dNative and its gradients.
Status CheckDepthwiseAttrs(const ConvolutionAttrs& attrs);

// A convolution of certain shapes. Enqueued work captures it by value.
class Convolution {
 public:
  Convolution() = default;
  // A convolution of these sizes.
  explicit Convolution(const compute::ConvolutionGeometry& geometry) : geometry_(geometry) {}

  // Fails, in TensorFlow's words, if the shapes don't fit. The filter is [rows, columns, depth /
  // groups, output depth], behind [planes] for volumes.
  Status Init(const ConvolutionAttrs& attrs, const TensorShape& input, const TensorShape& filter);
  // The filter is [rows, columns, depth, multiplier]: every channel of the input has its own.
  Status InitDepthwise(const ConvolutionAttrs& attrs, const TensorShape& input,
                       const TensorShape& filter);

  // The result's shape.
  TensorShape shape() const;
  // What the whole convolution costs, in nanoseconds on one core.
  int64_t cost() const;
  // Into how many groups the channels are divided, none of which meets another.
  int64_t groups() const { return geometry_.groups; }
  // All sizes.
  const compute::ConvolutionGeometry& geometry() const { return geometry_; }
  // The plan of the convolution for these tensors, for compute::Convolution().
  compute::ConvolutionPlan Plan(const Tensor& input, const Tensor& filter, Tensor* output) const;

  // Computes the convolution on the host, in work on the stream only. Defined for float, double,
  // int32_t, half and bfloat16; the last two compute in float. `finish` is for channels that come
  // last: it gets the result as a matrix of pixels and channels.
  template <typename T>
  void Run(const T* input, const T* filter, T* output, ThreadPool* threads,
           const Finish<T>& finish = nullptr) const;
  // Pixels [first, first + count) of the result alone, counted through all images, on the calling
  // thread; channels come last. `output` begins with the first of them, and `finish` counts from
  // there.
  template <typename T>
  void RunPixels(const T* input, const T* filter, int64_t first, int64_t count, T* output,
                 const Finish<T>& finish) const;
  // The same for a convolution that InitDepthwise() made.
  template <typename T>
  void RunDepthwise(const T* input, const T* filter, T* output, ThreadPool* threads) const;

 protected:
  Status InitWindow(const ConvolutionAttrs& attrs, const TensorShape& input,
                    const TensorShape& filter);
  // For a filter without elements, whose sides may be so long that nobody gets along them.
  void CoverNothing() {
    geometry_.planes.window = geometry_.rows.window = geometry_.columns.window = 0;
  }
  // A matrix that is read as a part of it is needed: of each output pixel, counted through all
  // images from `first` on, the row has what its window covers in the channels of one group, in the
  // filter's order.
  template <typename T>
  ReadPart<T> Windows(const T* input, int64_t first, int64_t group) const {
    return [this, input, first, group](int64_t row, int64_t rows, int64_t column, int64_t columns,
                                       T* out, int64_t step) {
      Unfold(input, group, first + row, rows, column, columns, out, step);
    };
  }
  // The same elements where they are in memory. Their runs have length 0 if they are too short to
  // be worth being found.
  template <typename T>
  RowRuns<T> WindowRuns(const T* input, int64_t first, int64_t group) const;
  // The result in the channels of one group. `filter` is a matrix of patch() rows.
  template <typename T>
  void RunGroup(const T* input, int64_t group, MatrixView<T> filter, T* output, ThreadPool* threads,
                const Finish<T>& finish) const;
  // The same for pixels [first, first + count) where channels come last; `output` begins with the
  // first of them.
  template <typename T>
  void RunGroupPixels(const T* input, int64_t group, int64_t first, int64_t count,
                      const MatrixView<T>& filter, T* output, ThreadPool* threads,
                      const Finish<T>& finish) const;
  // Whether the matrix product takes pixels as they are.
  bool is_pointwise() const;
  // Whether what lies under one row of a window follows each other in memory, where channels come
  // last.
  bool rows_are_runs() const { return geometry_.groups == 1 && geometry_.columns.dilation == 1; }
  // How many elements a window covers, in the channels of one group.
  int64_t patch() const {
    return geometry_.planes.window * geometry_.rows.window * geometry_.columns.window *
           geometry_.depth / geometry_.groups;
  }
  // Pixels of an image or volume, of the input and of the result.
  int64_t input_pixels() const {
    return geometry_.planes.size * geometry_.rows.size * geometry_.columns.size;
  }
  int64_t pixels() const {
    return geometry_.planes.count * geometry_.rows.count * geometry_.columns.count;
  }

  bool has_planes_ = false;
  compute::ConvolutionGeometry geometry_;

 private:
  // Neighbours in one row of the result.
  struct Pixels {
    int64_t plane;
    int64_t row;
    int64_t column;  // of the first
    int64_t count;
  };
  // Runs [first, first + count) of what windows cover, in the channels from `channel` on.
  struct Runs {
    int64_t first;
    int64_t count;
    int64_t length;
    int64_t channel;
  };
  // Elements [begin, end) of what windows cover, in the channels from `channel` on.
  struct Part {
    int64_t begin;
    int64_t end;
    int64_t channel;
  };

  // How many elements under a window follow each other in memory: those under one of its rows, its
  // pixels', or a part of a pixel's that divides them and is no longer than kLongestRun. 0 if these
  // are few.
  int64_t RunLength() const;
  // Writes where runs [first, first + runs) begin under the windows of `pixels`: `step` apart for
  // the runs of a pixel. `zeros` stands for what is beside the image; runs that lie on it in part
  // are written to *spare, which moves behind them.
  template <typename T>
  void FindRuns(const T* image, const Pixels& pixels, const Runs& runs, const T** starts,
                int64_t step, const T* zeros, T** spare) const;
  // Calls visit(image, pixels, i) for each row of the result that has some of pixels [first, first
  // + count), counted through all images: its image, which of the row's they are, and the first.
  template <typename T, typename Visit>
  void VisitRows(const T* input, int64_t first, int64_t count, const Visit& visit) const;
  // Writes elements [begin, begin + elements) of what the windows of pixels [first, first + count)
  // cover, `step` elements apart.
  template <typename T>
  void Unfold(const T* input, int64_t group, int64_t first, int64_t count, int64_t begin,
              int64_t elements, T* rows, int64_t step) const;
  // Of one image: by copying what follows each other, or element by element.
  template <typename T>
  void UnfoldRuns(const T* image, const Pixels& pixels, const Part& part, T* rows,
                  int64_t step) const;
  template <typename T>
  void UnfoldElements(const T* image, const Pixels& pixels, const Part& part, T* rows,
                      int64_t step) const;
  // Where a line of the window, counted through its planes, lies on the image: which of its rows,
  // counted likewise.
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
