// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/pooling.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "pluggable/half.h"

#include "reference/compute_type.h"
#include "reference/vectorized.h"

namespace pluggable {

Status PoolingAttrs::Read(OpKernelConstruction* ctx, bool has_explicit_paddings,
                          const std::string& prefix) {
  return Read(ctx, 4, has_explicit_paddings, prefix);
}

Status PoolingAttrs::ReadWithPlanes(OpKernelConstruction* ctx) {
  return Read(ctx, 5, /*has_explicit_paddings=*/false, /*prefix=*/"");
}

Status PoolingAttrs::CheckWindows() const {
  if (ksize[0] != 1 || strides[0] != 1) {
    return errors::Unimplemented("Pooling is not yet supported on the batch dimension.");
  }
  if (has_planes() && (ksize[channel_dim()] != 1 || strides[channel_dim()] != 1)) {
    return errors::Unimplemented("Pooling is not yet supported on the depth dimension.");
  }
  return Status();
}

Status PoolingAttrs::Read(OpKernelConstruction* ctx, int rank, bool has_explicit_paddings,
                          const std::string& prefix) {
  Status status = ctx->GetAttr(prefix + "ksize", &ksize);
  status.Update(ctx->GetAttr(prefix + "strides", &strides));
  if (!status.ok()) return status;
  for (const auto& [name, field] : {std::pair("ksize", &ksize), std::pair("stride", &strides)}) {
    if (field->size() == static_cast<size_t>(rank)) continue;
    return errors::InvalidArgument("Sliding window ", name, " field must specify ", rank,
                                   " dimensions");
  }
  return WindowAttrs::Read(ctx, rank, has_explicit_paddings, prefix);
}

Status Pooling::Init(const PoolingAttrs& attrs, const TensorShape& input) {
  if (input.dims() != attrs.rank() && attrs.has_planes()) {
    return errors::InvalidArgument("tensor_in must be 5-dimensional");
  }
  if (input.dims() != attrs.rank()) {
    return errors::InvalidArgument("tensor_in_shape must have ", attrs.rank() - 2,
                                   " spatial dimensions. ", input.dims(), " ",
                                   attrs.channels_first ? 1 : 0);
  }
  geometry_.channels_first = attrs.channels_first;
  geometry_.batch = input.dim_size(0);
  geometry_.depth = input.dim_size(attrs.channel_dim());
  has_planes_ = attrs.has_planes();
  Status status;
  const auto complete = [&](int d, WindowDim* dim) {
    dim->size = input.dim_size(d);
    dim->window = attrs.ksize[d];
    status.Update(attrs.Complete(d, dim));
  };
  if (has_planes_) complete(attrs.plane_dim(), &geometry_.planes);
  complete(attrs.row_dim(), &geometry_.rows);
  complete(attrs.column_dim(), &geometry_.columns);
  status.Update(InitDepth(attrs));
  if (status.ok()) status = TensorShape::CheckSizes(shape().dim_sizes());
  if (!status.ok() || attrs.padding != "EXPLICIT") return status;
  constexpr const char* kSides[] = {"Top", "Bottom", "Left", "Right"};
  for (int side = 0; side < 4; ++side) {
    const int d = side < 2 ? attrs.row_dim() : attrs.column_dim();
    const int64_t amount = attrs.explicit_paddings[2 * d + side % 2];
    if (amount >= attrs.ksize[d]) {
      return errors::InvalidArgument(kSides[side], " padding ", amount,
                                     " needs to be smaller than the window size ", attrs.ksize[d]);
    }
  }
  return Status();
}

// Windows over channels must cover all of them without overlap, and no other dimension.
Status Pooling::InitDepth(const PoolingAttrs& attrs) {
  geometry_.depth_window = attrs.ksize[attrs.channel_dim()];
  if (geometry_.depth_window == 1) return Status();
  if (geometry_.rows.window != 1 || geometry_.columns.window != 1) {
    return errors::Unimplemented(
        "MaxPooling supports exactly one of pooling across depth or pooling across width/height.");
  }
  if (geometry_.depth % geometry_.depth_window != 0) {
    return errors::Unimplemented(
        "Depthwise max pooling requires the depth window to evenly divide the input depth");
  }
  if (attrs.strides[attrs.channel_dim()] != geometry_.depth_window) {
    return errors::Unimplemented(
        "Depthwise max pooling requires the depth window to equal the depth stride");
  }
  return Status();
}

TensorShape Pooling::shape() const {
  if (has_planes_) {
    return VolumeShape(geometry_.batch, geometry_.planes.count, geometry_.rows.count,
                       geometry_.columns.count, geometry_.depth, geometry_.channels_first);
  }
  return ImageShape(geometry_.batch, geometry_.rows.count, geometry_.columns.count,
                    geometry_.depth / geometry_.depth_window, geometry_.channels_first);
}

template <typename T>
T LowestFinite() {
  if constexpr (kIsNarrowFloat<T>) {
    return Eigen::NumTraits<T>::lowest();
  } else {
    return std::numeric_limits<T>::lowest();
  }
}

// Processes all channels of a pixel at a time. If channels come first, each channel is treated as
// an image of one channel.
template <typename T, typename C, typename Step, typename Finish>
void Pooling::Run(const T* input, T* output, C initial, Step step, Finish finish,
                  ThreadPool* threads) const {
  const int64_t channels = geometry_.channels_first ? 1 : geometry_.depth;
  const int64_t images =
      geometry_.channels_first ? geometry_.batch * geometry_.depth : geometry_.batch;
  const int64_t pixels = this->pixels();
  const int64_t cost = channels * most_covered();
  threads->ParallelFor(images * pixels, cost, Vectorized([=](int64_t begin, int64_t end) {
                         std::vector<C> memory(static_cast<size_t>(channels));
                         C* const results = memory.data();
                         for (int64_t pixel = begin; pixel < end; ++pixel) {
                           const T* image = input + pixel / pixels * input_pixels() * channels;
                           std::fill(results, results + channels, initial);
                           ForEachCovered(pixel % pixels, [=](int64_t under) {
                             const T* in = image + under * channels;
                             for (int64_t c = 0; c < channels; ++c) {
                               results[c] = step(results[c], static_cast<C>(in[c]));
                             }
                           });
                           const int64_t covered = Covered(pixel % pixels);
                           T* out = output + pixel * channels;
                           for (int64_t c = 0; c < channels; ++c) {
                             out[c] = static_cast<T>(finish(results[c], covered));
                           }
                         }
                       }));
}

template <typename T>
void Pooling::RunMaxOfChannels(const T* input, T* output, ThreadPool* threads) const {
  using C = ComputeType<T>;
  const int64_t window = geometry_.depth_window;
  const int64_t channels = geometry_.depth / window;  // of the result
  const int64_t pixels = this->pixels();
  threads->ParallelFor(geometry_.batch * pixels, geometry_.depth, [=](int64_t begin, int64_t end) {
    for (int64_t pixel = begin; pixel < end; ++pixel) {
      const T* const image = input + pixel / pixels * input_pixels() * geometry_.depth;
      T* const out = output + pixel * channels;
      ForEachCovered(pixel % pixels, [=](int64_t under) {
        const T* in = image + under * geometry_.depth;
        for (int64_t c = 0; c < channels; ++c, in += window) {
          C largest = static_cast<C>(in[0]);
          for (int64_t k = 1; k < window; ++k) {
            const C value = static_cast<C>(in[k]);
            largest = value > largest ? value : largest;
          }
          out[c] = static_cast<T>(largest);
        }
      });
    }
  });
}

template <typename T>
void Pooling::RunMax(const T* input, T* output, ThreadPool* threads) const {
  if (geometry_.depth_window > 1) return RunMaxOfChannels(input, output, threads);
  using C = ComputeType<T>;
  Run(
      input, output, static_cast<C>(LowestFinite<T>()), [](C a, C b) { return b > a ? b : a; },
      [](C largest, int64_t) { return largest; }, threads);
}

template <typename T>
void Pooling::RunAverage(const T* input, T* output, ThreadPool* threads) const {
  using C = ComputeType<T>;
  Run(
      input, output, C(0), [](C a, C b) { return a + b; },
      [](C sum, int64_t count) { return sum / static_cast<C>(count); }, threads);
}

template float LowestFinite();
template double LowestFinite();
template half LowestFinite();
template bfloat16 LowestFinite();

template void Pooling::RunMax(const float*, float*, ThreadPool*) const;
template void Pooling::RunMax(const double*, double*, ThreadPool*) const;
template void Pooling::RunMax(const half*, half*, ThreadPool*) const;
template void Pooling::RunMax(const bfloat16*, bfloat16*, ThreadPool*) const;
template void Pooling::RunMax(const int8_t*, int8_t*, ThreadPool*) const;
template void Pooling::RunMax(const int16_t*, int16_t*, ThreadPool*) const;
template void Pooling::RunMax(const int32_t*, int32_t*, ThreadPool*) const;
template void Pooling::RunMax(const int64_t*, int64_t*, ThreadPool*) const;
template void Pooling::RunMax(const uint8_t*, uint8_t*, ThreadPool*) const;
template void Pooling::RunMax(const uint16_t*, uint16_t*, ThreadPool*) const;

template void Pooling::RunAverage(const float*, float*, ThreadPool*) const;
template void Pooling::RunAverage(const double*, double*, ThreadPool*) const;
template void Pooling::RunAverage(const half*, half*, ThreadPool*) const;
template void Pooling::RunAverage(const bfloat16*, bfloat16*, ThreadPool*) const;

}  // namespace pluggable
