// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/depthwise_gradient.h"

#include <vector>

#include "pluggable/half.h"

#include "reference/compute_type.h"
#include "reference/partial_sums.h"
#include "reference/vectorized.h"

namespace pluggable {

Status DepthwiseGradient::Init(const char* label, const ConvolutionAttrs& attrs,
                               const TensorShape& input, const TensorShape& filter,
                               const TensorShape& gradient) {
  if (input.dims() != 4) {
    return errors::InvalidArgument(label, ": input must be 4-dimensional");
  }
  if (filter.dims() != 4) {
    return errors::InvalidArgument(label, ": filter must be 4-dimensional");
  }
  if (gradient.dims() != 4) {
    return errors::InvalidArgument(label, ": out_backprop must be 4-dimensional");
  }
  if (input.dim_size(0) != gradient.dim_size(0)) {
    return errors::InvalidArgument(label, ": input and out_backprop must have the same batch size");
  }
  const int64_t depth = input.dim_size(attrs.channel_dim());
  if (depth != filter.dim_size(2)) {
    return errors::InvalidArgument(label, ": input and filter must have the same in_depth");
  }
  const CheckedInt output_depth = CheckedInt(depth) * filter.dim_size(3);
  geometry_.output_depth = output_depth.value();
  geometry_.groups = std::max<int64_t>(depth, 1);
  if (!output_depth.ok() || geometry_.output_depth != gradient.dim_size(attrs.channel_dim())) {
    return errors::InvalidArgument(label, ": depth_multiplier * in_depth not equal to out_depth");
  }
  geometry_.is_depthwise = true;
  Status status = InitWindow(attrs, input, filter);
  if (!status.ok()) return status;
  const int64_t rows = gradient.dim_size(attrs.row_dim());
  const int64_t columns = gradient.dim_size(attrs.column_dim());
  if (rows != geometry_.rows.count) {
    return errors::InvalidArgument(
        label, ": Number of rows of out_backprop doesn't match computed: actual = ", rows,
        ", computed = ", geometry_.rows.count);
  }
  if (columns != geometry_.columns.count) {
    return errors::InvalidArgument(
        label, ": Number of cols of out_backprop doesn't match computed: actual = ", columns,
        ", computed = ", geometry_.columns.count);
  }
  if (filter.num_elements() == 0) CoverNothing();
  return Status();
}

DepthwiseGradient::Steps DepthwiseGradient::StepsOf(int64_t rows, int64_t columns,
                                                    int64_t depth) const {
  if (geometry_.channels_first) return {columns, 1, rows * columns};
  return {columns * depth, depth, 1};
}

// The gradients of all windows over a pixel of an image, each with the weights on the pixel.
template <typename T>
void DepthwiseGradient::FindWindows(const T* filter, const T* gradient, int64_t row, int64_t column,
                                    std::vector<ChannelRows<T>>* windows) const {
  const Steps steps =
      StepsOf(geometry_.rows.count, geometry_.columns.count, geometry_.output_depth);
  windows->clear();
  for (int64_t i = 0; i < geometry_.rows.window; ++i) {
    const int64_t y = geometry_.rows.WindowOn(row, i);
    if (y < 0) continue;
    for (int64_t j = 0; j < geometry_.columns.window; ++j) {
      const int64_t x = geometry_.columns.WindowOn(column, j);
      if (x < 0) continue;
      windows->push_back({gradient + y * steps.row + x * steps.column,
                          filter + (i * geometry_.columns.window + j) * geometry_.output_depth});
    }
  }
}

template <typename T>
void DepthwiseGradient::RunInput(const T* filter, const T* gradient, T* input_gradient,
                                 ThreadPool* threads) const {
  using C = ComputeType<T>;
  const Steps steps = StepsOf(geometry_.rows.size, geometry_.columns.size, geometry_.depth);
  const int64_t pixels = geometry_.rows.size * geometry_.columns.size;
  const int64_t many = multiplier();
  const int64_t channel_step =
      StepsOf(geometry_.rows.count, geometry_.columns.count, geometry_.output_depth).channel;
  threads->ParallelFor(
      geometry_.batch * pixels, geometry_.output_depth * patch(),
      Vectorized([=](int64_t begin, int64_t end) {
        std::vector<C> sums(static_cast<size_t>(geometry_.depth));
        std::vector<ChannelRows<T>> windows;
        for (int64_t pixel = begin; pixel < end; ++pixel) {
          const int64_t n = pixel / pixels;
          const int64_t row = pixel % pixels / geometry_.columns.size;
          const int64_t column = pixel % geometry_.columns.size;
          std::fill(sums.begin(), sums.end(), C(0));
          FindWindows(filter,
                      gradient + n * geometry_.rows.count * geometry_.columns.count *
                                     geometry_.output_depth,
                      row, column, &windows);
          if (many == 1 && channel_step == 1) {
            AddChannelProducts(windows, geometry_.depth, sums.data());
          } else {
            for (const auto& [in, weights] : windows) {
              for (int64_t c = 0; c < geometry_.output_depth; ++c) {
                sums[static_cast<size_t>(c / many)] +=
                    static_cast<C>(in[c * channel_step]) * static_cast<C>(weights[c]);
              }
            }
          }
          T* const out = input_gradient + n * pixels * geometry_.depth + row * steps.row +
                         column * steps.column;
          for (int64_t c = 0; c < geometry_.depth; ++c)
            out[c * steps.channel] = static_cast<T>(sums[c]);
        }
      }));
}

// Adds the products of a row of an image's gradient with the elements under its windows.
template <typename T, typename C>
void DepthwiseGradient::AddFilterRow(const T* input, const T* gradient, int64_t row,
                                     C* sums) const {
  const Steps in_steps = StepsOf(geometry_.rows.size, geometry_.columns.size, geometry_.depth);
  const Steps steps =
      StepsOf(geometry_.rows.count, geometry_.columns.count, geometry_.output_depth);
  const int64_t many = multiplier();
  std::vector<ChannelRows<T>> covered;  // under an element of the filter, with the gradient
  for (int64_t i = geometry_.rows.First(row); i < geometry_.rows.Last(row); ++i) {
    for (int64_t j = 0; j < geometry_.columns.window; ++j) {
      covered.clear();
      for (int64_t x = 0; x < geometry_.columns.count; ++x) {
        const int64_t column = geometry_.columns.At(x, j);
        if (column < 0 || column >= geometry_.columns.size) continue;
        covered.push_back(
            {input + geometry_.rows.At(row, i) * in_steps.row + column * in_steps.column,
             gradient + row * steps.row + x * steps.column});
      }
      C* const out = sums + (i * geometry_.columns.window + j) * geometry_.output_depth;
      if (many == 1 && steps.channel == 1) {
        AddChannelProducts(covered, geometry_.depth, out);
        continue;
      }
      for (const auto& [in, from] : covered) {
        for (int64_t c = 0; c < geometry_.output_depth; ++c) {
          out[c] += static_cast<C>(in[c / many * in_steps.channel]) *
                    static_cast<C>(from[c * steps.channel]);
        }
      }
    }
  }
}

template <typename T>
void DepthwiseGradient::RunFilter(const T* input, const T* gradient, T* filter_gradient,
                                  ThreadPool* threads) const {
  using C = ComputeType<T>;
  const int64_t size = geometry_.rows.window * geometry_.columns.window * geometry_.output_depth;
  const int64_t image = geometry_.rows.size * geometry_.columns.size * geometry_.depth;
  const int64_t pixels = geometry_.rows.count * geometry_.columns.count;
  std::vector<C> sums(static_cast<size_t>(size));
  PartialSums(geometry_.batch * geometry_.rows.count, 1, geometry_.columns.count * size, size,
              sums.data(), threads, [=](int64_t begin, int64_t end, C* part) {
                for (int64_t row = begin; row < end; ++row) {
                  const int64_t n = row / geometry_.rows.count;
                  AddFilterRow(input + n * image, gradient + n * pixels * geometry_.output_depth,
                               row % geometry_.rows.count, part);
                }
              });
  for (int64_t i = 0; i < size; ++i) filter_gradient[i] = static_cast<T>(sums[i]);
}

template void DepthwiseGradient::RunInput(const float*, const float*, float*, ThreadPool*) const;
template void DepthwiseGradient::RunInput(const double*, const double*, double*, ThreadPool*) const;
template void DepthwiseGradient::RunInput(const half*, const half*, half*, ThreadPool*) const;
template void DepthwiseGradient::RunInput(const bfloat16*, const bfloat16*, bfloat16*,
                                          ThreadPool*) const;

template void DepthwiseGradient::RunFilter(const float*, const float*, float*, ThreadPool*) const;
template void DepthwiseGradient::RunFilter(const double*, const double*, double*,
                                           ThreadPool*) const;
template void DepthwiseGradient::RunFilter(const half*, const half*, half*, ThreadPool*) const;
template void DepthwiseGradient::RunFilter(const bfloat16*, const bfloat16*, bfloat16*,
                                           ThreadPool*) const;

}  // namespace pluggable
