// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/convolution.h"

#include <algorithm>
#include <type_traits>

#include "pluggable/half.h"

#include "reference/channel_sums.h"
#include "reference/compute_type.h"
#include "reference/matmul.h"
#include "reference/vectorized.h"

namespace pluggable {

Status ConvolutionAttrs::Read(OpKernelConstruction* ctx, int rank) {
  Status status = ctx->GetAttr("dilations", &dilations);
  if (status.ok() && dilations.size() != static_cast<size_t>(rank)) {
    status = errors::InvalidArgument(rank == 5 ? "Dilation rates" : "Sliding window dilations",
                                     " field must specify ", rank, " dimensions");
  }
  status.Update(WindowAttrs::Read(ctx, rank, /*has_explicit_paddings=*/rank == 4));
  return status;
}

Status CheckConvolutionAttrs(const ConvolutionAttrs& attrs, TF_Code unsupported) {
  const int channels = attrs.channel_dim();
  const auto spatial_are_positive = [&attrs, channels](const std::vector<int32_t>& values) {
    for (int d = 1; d < attrs.rank(); ++d) {
      if (d != channels && values[d] <= 0) return false;
    }
    return true;
  };
  if (attrs.strides[0] != 1 || attrs.strides[channels] != 1) {
    return Status(
        unsupported,
        "Current implementation does not yet support strides in the batch and depth dimensions.");
  }
  if (!attrs.has_planes() && !spatial_are_positive(attrs.strides)) {
    return errors::InvalidArgument("Row and column strides should be larger than 0.");
  }
  if (attrs.dilations[0] != 1 || attrs.dilations[channels] != 1) {
    return Status(unsupported, strings::StrCat("Current implementation does not yet support ",
                                               attrs.has_planes() ? "dilation rates" : "dilations",
                                               " in the batch and depth dimensions."));
  }
  if (!spatial_are_positive(attrs.dilations)) {
    return errors::InvalidArgument("Dilated rates should be larger than 0.");
  }
  return Status();
}

Status CheckDepthwiseAttrs(const ConvolutionAttrs& attrs) {
  const int rows = attrs.row_dim();
  const int columns = attrs.column_dim();
  if (attrs.strides[rows] != attrs.strides[columns]) {
    return errors::InvalidArgument(
        "Current implementation only supports equal length strides in the row and column "
        "dimensions.");
  }
  if (attrs.strides[0] != 1 || attrs.strides[attrs.channel_dim()] != 1) {
    return errors::InvalidArgument(
        "Current implementation does not yet support strides in the batch and depth dimensions.");
  }
  if (attrs.dilations[rows] <= 0 || attrs.dilations[columns] <= 0) {
    return errors::InvalidArgument("Dilated rates should be larger than 0.");
  }
  return Status();
}

Status Convolution::InitWindow(const ConvolutionAttrs& attrs, const TensorShape& input,
                               const TensorShape& filter) {
  geometry_.channels_first = attrs.channels_first;
  geometry_.batch = input.dim_size(0);
  geometry_.depth = input.dim_size(attrs.channel_dim());
  has_planes_ = attrs.has_planes();
  Status status;
  int filter_dim = 0;
  const auto complete = [&](int d, WindowDim* dim) {
    dim->size = input.dim_size(d);
    dim->window = filter.dim_size(filter_dim++);
    dim->dilation = attrs.dilations[d];
    status.Update(attrs.Complete(d, dim));
  };
  geometry_.filter_elements = filter.num_elements();
  if (has_planes_) complete(attrs.plane_dim(), &geometry_.planes);
  complete(attrs.row_dim(), &geometry_.rows);
  complete(attrs.column_dim(), &geometry_.columns);
  return status;
}

Status Convolution::Init(const ConvolutionAttrs& attrs, const TensorShape& input,
                         const TensorShape& filter) {
  const int rank = attrs.rank();
  if (input.dims() != rank) {
    return errors::InvalidArgument("convolution input must be ", rank,
                                   "-dimensional: ", input.DebugString());
  }
  if (filter.dims() != rank) {
    return errors::InvalidArgument("convolution filter must be ", rank,
                                   "-dimensional: ", filter.DebugString());
  }
  const int64_t depth = input.dim_size(attrs.channel_dim());
  const int64_t filter_depth = filter.dim_size(rank - 2);
  if (filter_depth <= 0) {
    return errors::InvalidArgument("filter depth must be stricly positive, got ", filter_depth);
  }
  if (depth % filter_depth != 0) {
    return errors::InvalidArgument("input depth must be evenly divisible by filter depth: ", depth,
                                   " vs ", filter_depth);
  }
  Status status = InitWindow(attrs, input, filter);
  if (!status.ok()) return status;
  geometry_.output_depth = filter.dim_size(rank - 1);
  geometry_.groups = std::max<int64_t>(depth / filter_depth, 1);
  status = TensorShape::CheckSizes(shape().dim_sizes());
  if (!status.ok() || shape().num_elements() == 0) return status;
  if (filter.num_elements() == 0) {
    return errors::InvalidArgument(
        "filter must not have zero elements (i.e. all dimensions must be non-zero)");
  }
  if (geometry_.output_depth % geometry_.groups != 0) {
    return errors::InvalidArgument("output depth must be evenly divisible by number of groups: ",
                                   geometry_.output_depth, " vs ", geometry_.groups);
  }
  return Status();
}

Status Convolution::InitDepthwise(const ConvolutionAttrs& attrs, const TensorShape& input,
                                  const TensorShape& filter) {
  if (input.dims() != 4) {
    return errors::InvalidArgument("input must be 4-dimensional", input.DebugString());
  }
  if (filter.dims() != 4) {
    return errors::InvalidArgument("filter must be 4-dimensional: ", filter.DebugString());
  }
  const int64_t depth = input.dim_size(attrs.channel_dim());
  if (depth != filter.dim_size(2)) {
    return errors::InvalidArgument("input and filter must have the same depth: ", depth, " vs ",
                                   filter.dim_size(2));
  }
  const CheckedInt output_depth = CheckedInt(depth) * filter.dim_size(3);
  if (!output_depth.ok()) {
    return errors::InvalidArgument("the result would have too many channels: ", depth, " times ",
                                   filter.dim_size(3));
  }
  geometry_.output_depth = output_depth.value();
  geometry_.groups = depth;
  geometry_.is_depthwise = true;
  return InitWindow(attrs, input, filter);
}

compute::ConvolutionPlan Convolution::Plan(const Tensor& input, const Tensor& filter,
                                           Tensor* output) const {
  return {input.dtype(), geometry_, input.data(), filter.data(), output->data()};
}

TensorShape Convolution::shape() const {
  if (has_planes_) {
    return VolumeShape(geometry_.batch, geometry_.planes.count, geometry_.rows.count,
                       geometry_.columns.count, geometry_.output_depth, geometry_.channels_first);
  }
  return ImageShape(geometry_.batch, geometry_.rows.count, geometry_.columns.count,
                    geometry_.output_depth, geometry_.channels_first);
}

int64_t Convolution::cost() const {
  return MatrixProductCost(geometry_.batch * pixels(), geometry_.output_depth, patch());
}

bool Convolution::is_pointwise() const {
  return patch() == geometry_.depth && geometry_.groups == 1 && !geometry_.channels_first &&
         geometry_.planes.stride == 1 && geometry_.rows.stride == 1 &&
         geometry_.columns.stride == 1 && pixels() == input_pixels() &&
         geometry_.planes.before == 0 && geometry_.rows.before == 0 &&
         geometry_.columns.before == 0;
}

// Multiplies the filter by a matrix whose rows are windows. If channels come first, the images of
// the result are matrices, too, but transposed.
template <typename T>
void Convolution::RunGroup(const T* input, int64_t group, MatrixView<T> filter, T* output,
                           ThreadPool* threads, const Finish<T>& finish) const {
  if (!geometry_.channels_first) {
    RunGroupPixels(input, group, int64_t{0}, geometry_.batch * pixels(), filter, output, threads,
                   finish);
    return;
  }
  const int64_t group_depth = geometry_.output_depth / geometry_.groups;
  filter.transposed = !filter.transposed;
  for (int64_t image = 0; image < geometry_.batch; ++image) {
    const ReadPart<T> windows = Windows(input, image * pixels(), group);
    MatrixProduct<T>(group_depth, pixels(), patch(), filter, {nullptr, 0, true, &windows},
                     output + (image * geometry_.output_depth + group * group_depth) * pixels(),
                     pixels(), threads, finish);
  }
}

template <typename T>
void Convolution::RunGroupPixels(const T* input, int64_t group, int64_t first, int64_t count,
                                 const MatrixView<T>& filter, T* output, ThreadPool* threads,
                                 const Finish<T>& finish) const {
  const int64_t group_depth = geometry_.output_depth / geometry_.groups;
  const int64_t channel = group * group_depth;
  const Finish<T> finish_group = [&](int64_t row, int64_t rows, int64_t column, int64_t columns,
                                     T* out) { finish(row, rows, channel + column, columns, out); };
  const ReadPart<T> windows = Windows(input, first, group);
  MatrixView<T> rows{nullptr, 0, false, &windows};
  RowRuns<T> runs;
  if (is_pointwise()) {
    rows = {input + first * geometry_.depth, geometry_.depth};
  } else if constexpr (std::is_same_v<T, ComputeType<T>>) {
    runs = WindowRuns(input, first, group);
    if (runs.length > 0) rows.runs = &runs;
  }
  MatrixProduct<T>(count, group_depth, patch(), rows, filter, output + channel,
                   geometry_.output_depth, threads, finish ? finish_group : nullptr);
}

template <typename T>
void Convolution::Run(const T* input, const T* filter, T* output, ThreadPool* threads,
                      const Finish<T>& finish) const {
  for (int64_t group = 0; group < geometry_.groups; ++group) {
    RunGroup(input, group,
             {filter + group * (geometry_.output_depth / geometry_.groups), geometry_.output_depth},
             output, threads, finish);
  }
}

template <typename T>
void Convolution::RunPixels(const T* input, const T* filter, int64_t first, int64_t count,
                            T* output, const Finish<T>& finish) const {
  for (int64_t group = 0; group < geometry_.groups; ++group) {
    RunGroupPixels<T>(
        input, group, first, count,
        {filter + group * (geometry_.output_depth / geometry_.groups), geometry_.output_depth},
        output, nullptr, finish);
  }
}

template <typename T>
void Convolution::RunDepthwise(const T* input, const T* filter, T* output,
                               ThreadPool* threads) const {
  using C = ComputeType<T>;
  const int64_t multiplier = geometry_.output_depth / geometry_.depth;
  const int64_t row_step =
      geometry_.channels_first ? geometry_.columns.size : geometry_.columns.size * geometry_.depth;
  const int64_t column_step = geometry_.channels_first ? 1 : geometry_.depth;
  const int64_t channel_step =
      geometry_.channels_first ? geometry_.rows.size * geometry_.columns.size : 1;
  const int64_t pixels = geometry_.rows.count * geometry_.columns.count;
  const int64_t out_pixel_step = geometry_.channels_first ? 1 : geometry_.output_depth;
  const int64_t out_channel_step = geometry_.channels_first ? pixels : 1;
  threads->ParallelFor(
      geometry_.batch * pixels, geometry_.output_depth * patch(),
      Vectorized([=](int64_t begin, int64_t end) {
        std::vector<C> memory(static_cast<size_t>(geometry_.output_depth));
        C* const sums = memory.data();
        std::vector<ChannelRows<T>> covered;  // under a window: the image's channels, and weights
        int64_t n = begin / pixels;
        int64_t y = begin % pixels / geometry_.columns.count;
        int64_t x = begin % geometry_.columns.count;
        for (int64_t pixel = begin; pixel < end; ++pixel) {
          const T* const image =
              input + n * geometry_.rows.size * geometry_.columns.size * geometry_.depth;
          const int64_t last_row = geometry_.rows.Last(y);
          const int64_t first_column = geometry_.columns.First(x);
          const int64_t last_column = geometry_.columns.Last(x);
          covered.clear();
          for (int64_t i = geometry_.rows.First(y); i < last_row; ++i) {
            const T* const row = image + geometry_.rows.At(y, i) * row_step;
            const T* const weights = filter + i * geometry_.columns.window * geometry_.output_depth;
            for (int64_t j = first_column; j < last_column; ++j) {
              covered.push_back({row + geometry_.columns.At(x, j) * column_step,
                                 weights + j * geometry_.output_depth});
            }
          }
          std::fill(sums, sums + geometry_.output_depth, C(0));
          if (multiplier == 1 && channel_step == 1) {
            AddChannelProducts(covered, geometry_.depth, sums);
          } else {
            for (const auto& [in, weights] : covered) {
              for (int64_t c = 0; c < geometry_.depth; ++c) {
                const C value = static_cast<C>(in[c * channel_step]);
                for (int64_t m = 0; m < multiplier; ++m) {
                  sums[c * multiplier + m] += value * static_cast<C>(weights[c * multiplier + m]);
                }
              }
            }
          }
          T* out = output + n * pixels * geometry_.output_depth +
                   (y * geometry_.columns.count + x) * out_pixel_step;
          for (int64_t c = 0; c < geometry_.output_depth; ++c) {
            out[c * out_channel_step] = static_cast<T>(sums[c]);
          }
          if (++x < geometry_.columns.count) continue;
          x = 0;
          if (++y < geometry_.rows.count) continue;
          y = 0;
          ++n;
        }
      }));
}

template void Convolution::Run(const float*, const float*, float*, ThreadPool*,
                               const Finish<float>&) const;
template void Convolution::Run(const double*, const double*, double*, ThreadPool*,
                               const Finish<double>&) const;
template void Convolution::Run(const int32_t*, const int32_t*, int32_t*, ThreadPool*,
                               const Finish<int32_t>&) const;
template void Convolution::Run(const half*, const half*, half*, ThreadPool*,
                               const Finish<half>&) const;
template void Convolution::Run(const bfloat16*, const bfloat16*, bfloat16*, ThreadPool*,
                               const Finish<bfloat16>&) const;

template void Convolution::RunGroup(const float*, int64_t, MatrixView<float>, float*, ThreadPool*,
                                    const Finish<float>&) const;
template void Convolution::RunGroup(const double*, int64_t, MatrixView<double>, double*,
                                    ThreadPool*, const Finish<double>&) const;
template void Convolution::RunGroup(const int32_t*, int64_t, MatrixView<int32_t>, int32_t*,
                                    ThreadPool*, const Finish<int32_t>&) const;

template void Convolution::RunPixels(const float*, const float*, int64_t, int64_t, float*,
                                     const Finish<float>&) const;
template void Convolution::RunPixels(const double*, const double*, int64_t, int64_t, double*,
                                     const Finish<double>&) const;
template void Convolution::RunPixels(const half*, const half*, int64_t, int64_t, half*,
                                     const Finish<half>&) const;
template void Convolution::RunPixels(const bfloat16*, const bfloat16*, int64_t, int64_t, bfloat16*,
                                     const Finish<bfloat16>&) const;

template void Convolution::RunDepthwise(const float*, const float*, float*, ThreadPool*) const;
template void Convolution::RunDepthwise(const double*, const double*, double*, ThreadPool*) const;
template void Convolution::RunDepthwise(const half*, const half*, half*, ThreadPool*) const;
template void Convolution::RunDepthwise(const bfloat16*, const bfloat16*, bfloat16*,
                                        ThreadPool*) const;

}  // namespace pluggable
