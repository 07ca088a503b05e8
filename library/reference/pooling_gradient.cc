// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/pooling_gradient.h"

#include <algorithm>
#include <vector>

#include "pluggable/half.h"

#include "reference/compute_type.h"
#include "reference/formula.h"
#include "reference/vectorized.h"

namespace pluggable {
namespace {

// The number of channels that are processed together, so that their state stays in the first-level
// cache.
constexpr int64_t kMaxChannels = 64;

// For each channel, finds the maximum of four pixels and, unless they are the window's first, of
// `largest`, and its position in the window; `number` is the position of `a`. It processes four
// pixels at a time, so that the loop contains no other loop, which would keep compilers from
// vectorizing it.
template <bool kIsFirst, typename T, typename C>
void KeepLargest(const T* __restrict a, const T* __restrict b, const T* __restrict c,
                 const T* __restrict d, int32_t number, int64_t channels, C* __restrict largest,
                 int32_t* __restrict winner) {
  for (int64_t i = 0; i < channels; ++i) {
    const C from_a = static_cast<C>(a[i]);
    const C from_b = static_cast<C>(b[i]);
    const C from_c = static_cast<C>(c[i]);
    const C from_d = static_cast<C>(d[i]);
    C result = kIsFirst ? from_a : largest[i];
    int32_t place = kIsFirst ? 0 : winner[i];
    place = result < from_a ? number : place;
    result = result < from_a ? from_a : result;
    place = result < from_b ? number + 1 : place;
    result = result < from_b ? from_b : result;
    place = result < from_c ? number + 2 : place;
    result = result < from_c ? from_c : result;
    place = result < from_d ? number + 3 : place;
    result = result < from_d ? from_d : result;
    largest[i] = result;
    winner[i] = place;
  }
}

// For a window that covers the pixels `places` of an image, adds the gradient to the first of the
// largest values, for each channel. Pixels of the image are `step` elements apart, their sums
// `sums_step`.
template <typename T, typename C>
void AddToLargest(const std::vector<int64_t>& places, int64_t channels, const T* image,
                  int64_t step, const T* gradient, int64_t sums_step, C* sums) {
  C largest[kMaxChannels];
  int32_t winner[kMaxChannels];
  const auto count = static_cast<int32_t>(places.size());
  for (int32_t i = 0; i < count; i += 4) {
    const T* pixels[4];
    for (int32_t k = 0; k < 4; ++k) pixels[k] = image + places[i + k < count ? i + k : i] * step;
    if (i == 0) {
      KeepLargest<true>(pixels[0], pixels[1], pixels[2], pixels[3], i, channels, largest, winner);
    } else {
      KeepLargest<false>(pixels[0], pixels[1], pixels[2], pixels[3], i, channels, largest, winner);
    }
  }
  for (int32_t i = 0; i < count; ++i) {
    C* const out = sums + places[i] * sums_step;
    for (int64_t c = 0; c < channels; ++c) {
      const C added = static_cast<C>(gradient[c]);
      out[c] = formula::sum(out[c], winner[c] == i ? added : C(0));
    }
  }
}

}  // namespace

// Calls add(slice, sums) for all channels of all images. sums are the gradients of the slice, pixel
// by pixel, and start as zeros.
template <typename T, typename Add>
void PoolingGradient::Run(T* input_gradient, ThreadPool* threads, const Add& add) const {
  constexpr int64_t kTasks = 16;
  constexpr int64_t kLeastChannels = 16;
  const int64_t pixels = input_pixels();
  const int64_t all_images = images();
  const int64_t all_channels = channels();
  if (all_images * all_channels * pixels == 0) return;
  const int64_t slices = std::clamp<int64_t>(kTasks / all_images, 1,
                                             std::max<int64_t>(1, all_channels / kLeastChannels));
  const int64_t cost_per_task = cost() / (all_images * slices) + pixels;
  threads->ParallelFor(all_images * slices, cost_per_task, [&](int64_t begin, int64_t end) {
    std::vector<ComputeType<T>> sums;
    for (int64_t task = begin; task < end; ++task) {
      const int64_t first = all_channels * (task % slices) / slices;
      const int64_t last = all_channels * (task % slices + 1) / slices;
      const Slice slice = {task / slices, first, last - first};
      sums.assign(static_cast<size_t>(pixels * slice.channels), 0);
      add(slice, sums.data());
      T* const out = input_gradient + slice.image * pixels * all_channels + first;
      for (int64_t pixel = 0; pixel < pixels; ++pixel) {
        for (int64_t c = 0; c < slice.channels; ++c) {
          out[pixel * all_channels + c] = static_cast<T>(sums[pixel * slice.channels + c]);
        }
      }
    }
  });
}

template <typename T, typename C>
void PoolingGradient::AddMax(const Slice& slice, const T* input, const T* gradient, C* sums) const {
  const int64_t step = channels();
  const T* const image = input + slice.image * input_pixels() * step + slice.channel;
  const T* const gradients = gradient + slice.image * pixels() * step + slice.channel;
  Vectorized([&](int64_t begin, int64_t end) {
    std::vector<int64_t> places;  // pixels of the image
    for (int64_t pixel = begin; pixel < end; ++pixel) {
      places.clear();
      ForEachCovered(pixel, [&places](int64_t under) { places.push_back(under); });
      if (places.empty()) continue;  // only padding
      const T* const from = gradients + pixel * step;
      for (int64_t c = 0; c < slice.channels; c += kMaxChannels) {
        AddToLargest(places, std::min(kMaxChannels, slice.channels - c), image + c, step, from + c,
                     slice.channels, sums + c);
      }
    }
  })(int64_t{0}, pixels());
}

template <typename T, typename C>
void PoolingGradient::AddAverage(const Slice& slice, const T* gradient, C* sums) const {
  const int64_t step = channels();
  const T* from = gradient + slice.image * pixels() * step + slice.channel;
  std::vector<C> share(static_cast<size_t>(slice.channels));
  for (int64_t pixel = 0; pixel < pixels(); ++pixel, from += step) {
    const C factor = static_cast<C>(1.0 / static_cast<double>(Covered(pixel)));
    for (int64_t c = 0; c < slice.channels; ++c) share[c] = static_cast<C>(from[c]) * factor;
    ForEachCovered(pixel, [&](int64_t under) {
      C* const out = sums + under * slice.channels;
      for (int64_t c = 0; c < slice.channels; ++c) out[c] += share[c];
    });
  }
}

template <typename T, typename C>
void PoolingGradient::AddAllMax(const Slice& slice, const T* input, const T* output,
                                const T* gradient, C* sums) const {
  const int64_t step = channels();
  const T* const image = input + slice.image * input_pixels() * step + slice.channel;
  int64_t at = slice.image * pixels() * step + slice.channel;
  for (int64_t pixel = 0; pixel < pixels(); ++pixel, at += step) {
    ForEachCovered(pixel, [&](int64_t under) {
      const T* const in = image + under * step;
      C* const out = sums + under * slice.channels;
      for (int64_t c = 0; c < slice.channels; ++c) {
        if (in[c] == output[at + c]) {
          out[c] = formula::sum(out[c], static_cast<C>(gradient[at + c]));
        }
      }
    });
  }
}

template <typename T>
void PoolingGradient::RunMax(const T* input, const T* gradient, T* input_gradient,
                             ThreadPool* threads) const {
  Run(input_gradient, threads,
      [=](const Slice& slice, ComputeType<T>* sums) { AddMax(slice, input, gradient, sums); });
}

template <typename T>
void PoolingGradient::RunAllMax(const T* input, const T* output, const T* gradient,
                                T* input_gradient, ThreadPool* threads) const {
  Run(input_gradient, threads, [=](const Slice& slice, ComputeType<T>* sums) {
    AddAllMax(slice, input, output, gradient, sums);
  });
}

template <typename T>
void PoolingGradient::RunAverage(const T* gradient, T* input_gradient, ThreadPool* threads) const {
  Run(input_gradient, threads,
      [=](const Slice& slice, ComputeType<T>* sums) { AddAverage(slice, gradient, sums); });
}

template void PoolingGradient::RunMax(const float*, const float*, float*, ThreadPool*) const;
template void PoolingGradient::RunMax(const double*, const double*, double*, ThreadPool*) const;
template void PoolingGradient::RunMax(const half*, const half*, half*, ThreadPool*) const;
template void PoolingGradient::RunMax(const bfloat16*, const bfloat16*, bfloat16*,
                                      ThreadPool*) const;
template void PoolingGradient::RunMax(const int8_t*, const int8_t*, int8_t*, ThreadPool*) const;
template void PoolingGradient::RunMax(const int16_t*, const int16_t*, int16_t*, ThreadPool*) const;
template void PoolingGradient::RunMax(const int32_t*, const int32_t*, int32_t*, ThreadPool*) const;
template void PoolingGradient::RunMax(const int64_t*, const int64_t*, int64_t*, ThreadPool*) const;
template void PoolingGradient::RunMax(const uint8_t*, const uint8_t*, uint8_t*, ThreadPool*) const;
template void PoolingGradient::RunMax(const uint16_t*, const uint16_t*, uint16_t*,
                                      ThreadPool*) const;

template void PoolingGradient::RunAllMax(const float*, const float*, const float*, float*,
                                         ThreadPool*) const;
template void PoolingGradient::RunAllMax(const half*, const half*, const half*, half*,
                                         ThreadPool*) const;
template void PoolingGradient::RunAllMax(const bfloat16*, const bfloat16*, const bfloat16*,
                                         bfloat16*, ThreadPool*) const;

template void PoolingGradient::RunAverage(const float*, float*, ThreadPool*) const;
template void PoolingGradient::RunAverage(const double*, double*, ThreadPool*) const;
template void PoolingGradient::RunAverage(const half*, half*, ThreadPool*) const;
template void PoolingGradient::RunAverage(const bfloat16*, bfloat16*, ThreadPool*) const;

}  // namespace pluggable
