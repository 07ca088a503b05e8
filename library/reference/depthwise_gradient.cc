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
  output_depth_ = output_depth.value();
  groups_ = std::max<int64_t>(depth, 1);
  if (!output_depth.ok() || output_depth_ != gradient.dim_size(attrs.channel_dim())) {
    return errors::InvalidArgument(label, ": depth_multiplier * in_depth not equal to out_depth");
  }
  Status status = InitWindow(attrs, input, filter);
  if (!status.ok()) return status;
  const int64_t rows = gradient.dim_size(attrs.row_dim());
  const int64_t columns = gradient.dim_size(attrs.column_dim());
  if (rows != rows_.count) {
    return errors::InvalidArgument(
        label, ": Number of rows of out_backprop doesn't match computed: actual = ", rows,
        ", computed = ", rows_.count);
  }
  if (columns != columns_.count) {
    return errors::InvalidArgument(
        label, ": Number of cols of out_backprop doesn't match computed: actual = ", columns,
        ", computed = ", columns_.count);
  }
  if (filter.num_elements() == 0) CoverNothing();
  return Status();
}

DepthwiseGradient::Steps DepthwiseGradient::StepsOf(int64_t rows, int64_t columns,
                                                    int64_t depth) const {
  if (channels_first_) return {columns, 1, rows * columns};
  return {columns * depth, depth, 1};
}

// The gradients of all windows over a pixel of an image, each with the weights that lie on it.
template <typename T>
void DepthwiseGradient::FindWindows(const T* filter, const T* gradient, int64_t row, int64_t column,
                                    std::vector<ChannelRows<T>>* windows) const {
  const Steps steps = StepsOf(rows_.count, columns_.count, output_depth_);
  windows->clear();
  for (int64_t i = 0; i < rows_.window; ++i) {
    const int64_t y = rows_.WindowOn(row, i);
    if (y < 0) continue;
    for (int64_t j = 0; j < columns_.window; ++j) {
      const int64_t x = columns_.WindowOn(column, j);
      if (x < 0) continue;
      windows->push_back({gradient + y * steps.row + x * steps.column,
                          filter + (i * columns_.window + j) * output_depth_});
    }
  }
}

template <typename T>
void DepthwiseGradient::RunInput(const T* filter, const T* gradient, T* input_gradient,
                                 ThreadPool* threads) const {
  using C = ComputeType<T>;
  const Steps steps = StepsOf(rows_.size, columns_.size, depth_);
  const int64_t pixels = rows_.size * columns_.size;
  const int64_t many = multiplier();
  const int64_t channel_step = StepsOf(rows_.count, columns_.count, output_depth_).channel;
  threads->ParallelFor(
      batch_ * pixels, output_depth_ * patch(), Vectorized([=](int64_t begin, int64_t end) {
        std::vector<C> sums(static_cast<size_t>(depth_));
        std::vector<ChannelRows<T>> windows;
        for (int64_t pixel = begin; pixel < end; ++pixel) {
          const int64_t n = pixel / pixels;
          const int64_t row = pixel % pixels / columns_.size;
          const int64_t column = pixel % columns_.size;
          std::fill(sums.begin(), sums.end(), C(0));
          FindWindows(filter, gradient + n * rows_.count * columns_.count * output_depth_, row,
                      column, &windows);
          if (many == 1 && channel_step == 1) {
            AddChannelProducts(windows, depth_, sums.data());
          } else {
            for (const auto& [in, weights] : windows) {
              for (int64_t c = 0; c < output_depth_; ++c) {
                sums[static_cast<size_t>(c / many)] +=
                    static_cast<C>(in[c * channel_step]) * static_cast<C>(weights[c]);
              }
            }
          }
          T* const out =
              input_gradient + n * pixels * depth_ + row * steps.row + column * steps.column;
          for (int64_t c = 0; c < depth_; ++c) out[c * steps.channel] = static_cast<T>(sums[c]);
        }
      }));
}

// Adds the products of a row of an image's gradient and what its windows cover.
template <typename T, typename C>
void DepthwiseGradient::AddFilterRow(const T* input, const T* gradient, int64_t row,
                                     C* sums) const {
  const Steps in_steps = StepsOf(rows_.size, columns_.size, depth_);
  const Steps steps = StepsOf(rows_.count, columns_.count, output_depth_);
  const int64_t many = multiplier();
  std::vector<ChannelRows<T>> covered;  // by an element of the filter, with the gradient
  for (int64_t i = rows_.First(row); i < rows_.Last(row); ++i) {
    for (int64_t j = 0; j < columns_.window; ++j) {
      covered.clear();
      for (int64_t x = 0; x < columns_.count; ++x) {
        const int64_t column = columns_.At(x, j);
        if (column < 0 || column >= columns_.size) continue;
        covered.push_back({input + rows_.At(row, i) * in_steps.row + column * in_steps.column,
                           gradient + row * steps.row + x * steps.column});
      }
      C* const out = sums + (i * columns_.window + j) * output_depth_;
      if (many == 1 && steps.channel == 1) {
        AddChannelProducts(covered, depth_, out);
        continue;
      }
      for (const auto& [in, from] : covered) {
        for (int64_t c = 0; c < output_depth_; ++c) {
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
  const int64_t size = rows_.window * columns_.window * output_depth_;
  const int64_t image = rows_.size * columns_.size * depth_;
  const int64_t pixels = rows_.count * columns_.count;
  std::vector<C> sums(static_cast<size_t>(size));
  PartialSums(batch_ * rows_.count, 1, columns_.count * size, size, sums.data(), threads,
              [=](int64_t begin, int64_t end, C* part) {
                for (int64_t row = begin; row < end; ++row) {
                  const int64_t n = row / rows_.count;
                  AddFilterRow(input + n * image, gradient + n * pixels * output_depth_,
                               row % rows_.count, part);
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
