// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/convolution_gradient.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "pluggable/half.h"

#include "reference/compute_type.h"
#include "reference/formula.h"
#include "reference/matmul.h"
#include "reference/partial_sums.h"
#include "reference/vectorized.h"
#include "reference/widen.h"

namespace pluggable {

namespace {

// The number of elements of a matrix of windows that stay in the last-level cache while they are
// used.
constexpr int64_t kChunkElements = 1 << 20;
// With fewer columns, most elements of the product would not be needed.
constexpr int64_t kFewChannels = 16;
// The number of elements of half or bfloat16 that are converted to float at a time: so many that
// each part is enough work for all threads.
constexpr int64_t kWideElements = 1 << 20;
// The number of filter elements that is enough work for all threads, however few pixels there are.
constexpr int64_t kLargeFilter = 1 << 15;
// The number of pixels whose separate sums are worth their addition.
constexpr int64_t kLeastPixels = 128;

Status CheckBatch(const char* label, const TensorShape& input, const TensorShape& gradient) {
  if (input.dim_size(0) == gradient.dim_size(0)) return Status();
  return errors::InvalidArgument(
      label,
      ": input and out_backprop must have the same batch size. Input batch: ", input.dim_size(0),
      ", outbackprop batch: ", gradient.dim_size(0), ", batch_dim: 0");
}

// Checks that images of this rank and these depths fit each other, with the messages of ops on
// images.
Status CheckImages(const char* label, const ConvolutionAttrs& attrs, const TensorShape& input,
                   const TensorShape& filter, const TensorShape& gradient) {
  constexpr int kRank = 4;
  const std::pair<const char*, const TensorShape*> shapes[] = {
      {"input", &input}, {"filter", &filter}, {"out_backprop", &gradient}};
  for (const auto& [name, shape] : shapes) {
    if (shape->dims() == kRank) continue;
    return errors::InvalidArgument(label, ": ", name, " must be ", kRank, "-dimensional");
  }
  Status status = CheckBatch(label, input, gradient);
  if (!status.ok()) return status;
  const int64_t filter_depth = filter.dim_size(2);
  if (filter_depth <= 0) {
    return errors::InvalidArgument(label, ": filter depth must be strictly greated than zero");
  }
  if (input.dim_size(attrs.channel_dim()) % filter_depth != 0) {
    return errors::InvalidArgument(label, ": input depth must be evenly divisible by filter depth");
  }
  if (gradient.dim_size(attrs.channel_dim()) != filter.dim_size(3)) {
    return errors::InvalidArgument(label, ": filter and out_backprop must have the same out_depth");
  }
  return Status();
}

// The same for volumes.
Status CheckVolumes(const char* label, const ConvolutionAttrs& attrs, const TensorShape& input,
                    const TensorShape& filter, const TensorShape& gradient) {
  constexpr int kRank = 5;
  const std::pair<const char*, const TensorShape*> shapes[] = {
      {"input", &input}, {"filter_sizes", &filter}, {"out_backprop", &gradient}};
  for (const auto& [name, shape] : shapes) {
    if (shape->dims() == kRank) continue;
    return errors::InvalidArgument(name, " tensor must have ", kRank, " dimensions");
  }
  const int64_t depth = input.dim_size(attrs.channel_dim());
  const int64_t filter_depth = filter.dim_size(3);
  if (filter_depth <= 0 || depth % filter_depth != 0) {
    return errors::InvalidArgument("input and filter_sizes must have the same number of channels.",
                                   " Got ", depth, " for input and ", filter_depth,
                                   " for filter_sizes");
  }
  const int64_t gradient_depth = gradient.dim_size(attrs.channel_dim());
  if (gradient_depth != filter.dim_size(4)) {
    return errors::InvalidArgument(
        "out_backprop and filter_sizes must have the same number of channels. Got ", gradient_depth,
        " for out_backprop and ", filter.dim_size(4), " for filter_sizes");
  }
  return CheckBatch(label, input, gradient);
}

template <typename T>
bool AreFinite(const T* values, int64_t count, ThreadPool* threads) {
  if constexpr (std::is_integral_v<T>) return true;
  std::atomic<bool> are_finite = true;
  threads->ParallelFor(count, 1, Vectorized([values, &are_finite](int64_t begin, int64_t end) {
                         int others = 0;
                         for (int64_t i = begin; i < end; ++i) {
                           others |= formula::isfinite(values[i]) ? 0 : 1;
                         }
                         if (others != 0) are_finite = false;
                       }));
  return are_finite;
}

}  // namespace

Status ConvolutionGradient::Init(const char* label, const ConvolutionAttrs& attrs,
                                 const TensorShape& input, const TensorShape& filter,
                                 const TensorShape& gradient) {
  const int rank = attrs.rank();
  const auto check = attrs.has_planes() ? CheckVolumes : CheckImages;
  Status status = check(label, attrs, input, filter, gradient);
  if (!status.ok()) return status;
  geometry_.output_depth = filter.dim_size(rank - 1);
  const int64_t depth = input.dim_size(attrs.channel_dim());
  geometry_.groups = std::max<int64_t>(depth / filter.dim_size(rank - 2), 1);
  status = InitWindow(attrs, input, filter);
  if (!status.ok()) return status;
  for (int d = attrs.row_dim() - (has_planes_ ? 1 : 0); d <= attrs.column_dim(); ++d) {
    const WindowDim& dim = d == attrs.row_dim()      ? geometry_.rows
                           : d == attrs.column_dim() ? geometry_.columns
                                                     : geometry_.planes;
    if (gradient.dim_size(d) == dim.count) continue;
    return errors::InvalidArgument(
        label, ": Size of out_backprop doesn't match computed: actual = ", gradient.dim_size(d),
        ", computed = ", dim.count, " spatial_dim: ", d, " input: ", dim.size,
        " filter: ", dim.window, " output: ", gradient.dim_size(d), " stride: ", dim.stride,
        " dilation: ", dim.dilation);
  }
  if (geometry_.output_depth % geometry_.groups != 0) {
    return errors::InvalidArgument(label,
                                   ": output depth must be evenly divisible by number of "
                                   "groups: ",
                                   geometry_.output_depth, " vs ", geometry_.groups);
  }
  if (geometry_.filter_elements == 0) CoverNothing();
  return Status();
}

// Convolves the gradient with the filter, mirrored and with its two depths exchanged.
template <typename T>
void ConvolutionGradient::RunMirrored(const T* filter, const T* gradient, T* input_gradient,
                                      ThreadPool* threads) const {
  ConvolutionGradient mirror = *this;
  std::swap(mirror.geometry_.depth, mirror.geometry_.output_depth);
  for (WindowDim* dim :
       {&mirror.geometry_.planes, &mirror.geometry_.rows, &mirror.geometry_.columns}) {
    std::swap(dim->size, dim->count);
    dim->before = (dim->window - 1) * dim->dilation - dim->before;
  }
  const int64_t channels = geometry_.depth / geometry_.groups;
  const int64_t group_depth = geometry_.output_depth / geometry_.groups;
  const int64_t last =
      geometry_.planes.window * geometry_.rows.window * geometry_.columns.window - 1;
  for (int64_t group = 0; group < geometry_.groups; ++group) {
    const ReadPart<T> mirrored = [&](int64_t row, int64_t rows, int64_t column, int64_t columns,
                                     T* out, int64_t step) {
      for (int64_t done = 0, count = 0; done < rows; done += count) {
        const int64_t first = (row + done) % group_depth;
        const int64_t position = last - (row + done) / group_depth;  // in the window
        count = std::min(rows - done, group_depth - first);
        const T* const from = filter + (position * channels + column) * geometry_.output_depth +
                              group * group_depth + first;
        for (int64_t i = 0; i < columns; ++i) {
          for (int64_t k = 0; k < count; ++k) {
            out[(done + k) * step + i] = from[i * geometry_.output_depth + k];
          }
        }
      }
    };
    mirror.RunGroup<T>(gradient, group, {nullptr, 0, false, &mirrored}, input_gradient, threads,
                       nullptr);
  }
}

// Adds the gradients of windows [first, last) that cover a row of an image to that row.
template <typename T>
void ConvolutionGradient::FoldLine(const T* windows, int64_t first, int64_t last, int64_t group,
                                   int64_t line, T* input_gradient) const {
  const int64_t channels = geometry_.depth / geometry_.groups;
  const int64_t column_step = geometry_.channels_first ? 1 : geometry_.depth;
  const int64_t channel_step = geometry_.channels_first ? input_pixels() : 1;
  const bool is_run = channel_step == 1 && rows_are_runs();
  const int64_t lines = geometry_.planes.size * geometry_.rows.size;  // of an image
  const int64_t image = line / lines;
  const int64_t window_size = patch();
  T* const row = input_gradient + image * input_pixels() * geometry_.depth +
                 group * channels * channel_step +
                 line % lines * geometry_.columns.size * column_step;
  for (int64_t i = 0; i < geometry_.planes.window * geometry_.rows.window; ++i) {
    const int64_t z =
        geometry_.planes.WindowOn(line % lines / geometry_.rows.size, i / geometry_.rows.window);
    const int64_t y =
        geometry_.rows.WindowOn(line % geometry_.rows.size, i % geometry_.rows.window);
    if (z < 0 || y < 0) continue;
    const int64_t pixel =
        image * pixels() + (z * geometry_.rows.count + y) * geometry_.columns.count;
    const int64_t end = std::min(geometry_.columns.count, last - pixel);
    for (int64_t x = std::max<int64_t>(0, first - pixel); x < end; ++x) {
      const int64_t column_end = geometry_.columns.Last(x);
      const T* const in =
          windows + (pixel + x - first) * window_size + i * geometry_.columns.window * channels;
      for (int64_t j = geometry_.columns.First(x); j < column_end; ++j) {
        T* const out = row + geometry_.columns.At(x, j) * column_step;
        const T* const from = in + j * channels;
        if (is_run) {
          const int64_t length = (column_end - j) * channels;
          for (int64_t k = 0; k < length; ++k) out[k] = formula::sum(out[k], from[k]);
          break;
        }
        for (int64_t c = 0; c < channels; ++c) {
          out[c * channel_step] = formula::sum(out[c * channel_step], from[c]);
        }
      }
    }
  }
}

// The gradients for a window are the product of its pixel's gradient and the filter.
template <typename T>
void ConvolutionGradient::RunFolded(const T* filter, const T* gradient, T* input_gradient,
                                    ThreadPool* threads) const {
  const int64_t group_depth = geometry_.output_depth / geometry_.groups;
  const int64_t total = geometry_.batch * pixels();
  const int64_t lines = geometry_.planes.size * geometry_.rows.size;
  // Pixels of several images are adjacent only if channels come last.
  const int64_t most = std::min(std::max<int64_t>(128, kChunkElements / patch()),
                                geometry_.channels_first ? pixels() : total);
  const std::unique_ptr<T[]> windows(new T[static_cast<size_t>(most * patch())]);
  int64_t count = 0;
  for (int64_t first = 0; first < total; first += count) {
    const int64_t in_image = first % pixels();
    count = std::min(most, (geometry_.channels_first ? pixels() - in_image : total - first));
    for (int64_t group = 0; group < geometry_.groups; ++group) {
      const int64_t channel = group * group_depth;
      const MatrixView<T> rows =
          geometry_.channels_first
              ? MatrixView<T>{gradient + (first - in_image) * geometry_.output_depth +
                                  channel * pixels() + in_image,
                              pixels(), true}
              : MatrixView<T>{gradient + first * geometry_.output_depth + channel,
                              geometry_.output_depth};
      MatrixProduct<T>(count, patch(), group_depth, rows,
                       {filter + channel, geometry_.output_depth, true}, windows.get(), patch(),
                       threads);
      const int64_t image = first / pixels();
      const int64_t images = (first + count - 1) / pixels() + 1 - image;
      threads->ParallelFor(
          images * lines, count * patch() / (images * lines) + 1, [&](int64_t begin, int64_t end) {
            for (int64_t line = image * lines + begin; line < image * lines + end; ++line) {
              FoldLine(windows.get(), first, first + count, group, line, input_gradient);
            }
          });
    }
  }
}

// Half and bfloat16 are converted to float for some images at a time, so that no copy of large
// tensors is needed.
template <typename Visit>
void ConvolutionGradient::VisitImages(const Visit& visit) const {
  const int64_t input = input_pixels() * geometry_.depth;
  const int64_t gradient = pixels() * geometry_.output_depth;
  const int64_t most =
      std::max<int64_t>(kWideElements / std::max<int64_t>({input, gradient, 1}), 1);
  ConvolutionGradient part = *this;
  int64_t image = 0;
  do {
    part.geometry_.batch = std::min(most, geometry_.batch - image);
    visit(part, image * input, image * gradient);
    image += part.geometry_.batch;
  } while (image < geometry_.batch);
}

template <typename T>
void ConvolutionGradient::RunInput(const T* filter, const T* gradient, T* input_gradient,
                                   ThreadPool* threads) const {
  if constexpr (kIsNarrowFloat<T>) {
    const std::vector<float> wide_filter = Widen(filter, geometry_.filter_elements, threads);
    VisitImages([&](const ConvolutionGradient& part, int64_t input_at, int64_t gradient_at) {
      const std::vector<float> wide_gradient =
          Widen(gradient + gradient_at, part.gradient_size(), threads);
      std::vector<float> result(static_cast<size_t>(part.input_size()));
      part.RunInput(wide_filter.data(), wide_gradient.data(), result.data(), threads);
      Narrow(result, input_gradient + input_at, threads);
    });
  } else {
    const bool has_work = input_size() > 0 && gradient_size() > 0 && geometry_.filter_elements > 0;
    const bool is_convolution = geometry_.planes.stride == 1 && geometry_.rows.stride == 1 &&
                                geometry_.columns.stride == 1 &&
                                geometry_.depth / geometry_.groups >= kFewChannels;
    if (has_work && is_convolution) {
      // A convolution multiplies the gradient's padding by weights that do not touch a pixel. An
      // infinite one makes that NaN. So the weights must be finite, or the result, which may have
      // fewer elements.
      const bool is_small = input_size() < geometry_.filter_elements;
      if (is_small || AreFinite(filter, geometry_.filter_elements, threads)) {
        RunMirrored(filter, gradient, input_gradient, threads);
        if (!is_small || AreFinite(input_gradient, input_size(), threads)) return;
      }
    }
    threads->ParallelFor(input_size(), 1, [=](int64_t begin, int64_t end) {
      std::fill(input_gradient + begin, input_gradient + end, T(0));
    });
    if (has_work) RunFolded(filter, gradient, input_gradient, threads);
  }
}

// Adds the products of the windows of pixels [begin, end) of the result with their gradients.
template <typename T>
void ConvolutionGradient::AddFilterPart(const T* input, const T* gradient, int64_t begin,
                                        int64_t end, T* sums, ThreadPool* threads) const {
  const int64_t group_depth = geometry_.output_depth / geometry_.groups;
  int64_t count = 0;
  for (int64_t first = begin; first < end; first += count) {
    // The gradients of several images form one matrix only if channels come last.
    count =
        geometry_.channels_first ? std::min(end - first, pixels() - first % pixels()) : end - first;
    for (int64_t group = 0; group < geometry_.groups; ++group) {
      const ReadPart<T> windows = Windows(input, first, group);
      const MatrixView<T> rows =
          is_pointwise() ? MatrixView<T>{input + first * geometry_.depth, geometry_.depth, true}
                         : MatrixView<T>{nullptr, 0, true, &windows};
      const MatrixView<T> columns =
          geometry_.channels_first
              ? MatrixView<T>{gradient +
                                  (first / pixels() * geometry_.output_depth +
                                   group * group_depth) *
                                      pixels() +
                                  first % pixels(),
                              pixels(), true}
              : MatrixView<T>{gradient + first * geometry_.output_depth + group * group_depth,
                              geometry_.output_depth};
      AddMatrixProduct<T>(patch(), group_depth, count, rows, columns, sums + group * group_depth,
                          geometry_.output_depth, threads);
    }
  }
}

template <typename T>
void ConvolutionGradient::RunFilter(const T* input, const T* gradient, T* filter_gradient,
                                    ThreadPool* threads) const {
  if constexpr (kIsNarrowFloat<T>) {
    std::vector<float> result(static_cast<size_t>(geometry_.filter_elements));
    std::vector<float> sums;
    VisitImages([&](const ConvolutionGradient& part, int64_t input_at, int64_t gradient_at) {
      const std::vector<float> wide_input = Widen(input + input_at, part.input_size(), threads);
      const std::vector<float> wide_gradient =
          Widen(gradient + gradient_at, part.gradient_size(), threads);
      const bool is_first = input_at == 0;
      if (!is_first) sums.resize(result.size());
      part.RunFilter(wide_input.data(), wide_gradient.data(),
                     is_first ? result.data() : sums.data(), threads);
      if (is_first) return;
      threads->ParallelFor(geometry_.filter_elements, 1, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) result[i] += sums[i];
      });
    });
    Narrow(result, filter_gradient, threads);
  } else if (geometry_.filter_elements >= kLargeFilter) {
    // The threads share the elements of the sums.
    std::fill(filter_gradient, filter_gradient + geometry_.filter_elements, T(0));
    AddFilterPart(input, gradient, int64_t{0}, geometry_.batch * pixels(), filter_gradient,
                  threads);
  } else {
    PartialSums(geometry_.batch * pixels(), kLeastPixels,
                MatrixProductCost(1, geometry_.output_depth, patch()), geometry_.filter_elements,
                filter_gradient, threads, [&](int64_t begin, int64_t end, T* sums) {
                  AddFilterPart<T>(input, gradient, begin, end, sums, nullptr);
                });
  }
}

template void ConvolutionGradient::RunInput(const float*, const float*, float*, ThreadPool*) const;
template void ConvolutionGradient::RunInput(const double*, const double*, double*,
                                            ThreadPool*) const;
template void ConvolutionGradient::RunInput(const int32_t*, const int32_t*, int32_t*,
                                            ThreadPool*) const;
template void ConvolutionGradient::RunInput(const half*, const half*, half*, ThreadPool*) const;
template void ConvolutionGradient::RunInput(const bfloat16*, const bfloat16*, bfloat16*,
                                            ThreadPool*) const;

template void ConvolutionGradient::RunFilter(const float*, const float*, float*, ThreadPool*) const;
template void ConvolutionGradient::RunFilter(const double*, const double*, double*,
                                             ThreadPool*) const;
template void ConvolutionGradient::RunFilter(const half*, const half*, half*, ThreadPool*) const;
template void ConvolutionGradient::RunFilter(const bfloat16*, const bfloat16*, bfloat16*,
                                             ThreadPool*) const;

}  // namespace pluggable
