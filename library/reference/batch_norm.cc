// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/batch_norm.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "pluggable/half.h"

#include "reference/vectorized.h"

namespace pluggable {

namespace {

// means[c] = the mean of f(x, c) over a channel, summed in double precision.
template <typename T, typename F>
void ChannelMeans(const ChannelLayout& layout, const T* x, float* means, ThreadPool* threads, F f) {
  const int64_t channels = layout.channels;
  const int64_t parts = std::min<int64_t>(layout.outer, threads->NumThreads());
  std::vector<double> sums(static_cast<size_t>(parts * channels));
  threads->ParallelFor(parts, layout.outer / std::max<int64_t>(parts, 1) * channels * layout.inner,
                       Vectorized([&](int64_t begin, int64_t end) {
                         for (int64_t part = begin; part < end; ++part) {
                           double* part_sums = sums.data() + part * channels;
                           const int64_t last = (part + 1) * layout.outer / parts;
                           for (int64_t o = part * layout.outer / parts; o < last; ++o) {
                             const T* in = x + o * channels * layout.inner;
                             for (int64_t c = 0; c < channels; ++c) {
                               double sum = 0;
                               for (int64_t i = 0; i < layout.inner; ++i) {
                                 sum += f(static_cast<float>(in[c * layout.inner + i]), c);
                               }
                               part_sums[c] += sum;
                             }
                           }
                         }
                       }));
  for (int64_t c = 0; c < channels; ++c) {
    double sum = 0;
    for (int64_t part = 0; part < parts; ++part) sum += sums[part * channels + c];
    means[c] = static_cast<float>(sum / static_cast<double>(layout.per_channel()));
  }
}

}  // namespace

template <typename T>
void ChannelMoments(const ChannelLayout& layout, const T* x, float* mean, float* variance,
                    ThreadPool* threads) {
  ChannelMeans(layout, x, mean, threads, [](float value, int64_t) { return value; });
  ChannelMeans(layout, x, variance, threads, [mean](float value, int64_t c) {
    const double distance = static_cast<double>(value) - mean[c];
    return distance * distance;
  });
}

template <typename T>
void NormalizeChannels(const ChannelLayout& layout, const T* x, const float* mean,
                       const float* variance, const float* scale, const float* offset,
                       float epsilon, T* y, ThreadPool* threads) {
  const int64_t channels = layout.channels;
  std::vector<float> factor(static_cast<size_t>(channels));
  for (int64_t c = 0; c < channels; ++c) {
    factor[c] = scale[c] / std::sqrt(variance[c] + epsilon);
  }
  threads->ParallelFor(
      layout.outer, channels * layout.inner, Vectorized([&](int64_t begin, int64_t end) {
        for (int64_t o = begin; o < end; ++o) {
          const T* in = x + o * channels * layout.inner;
          T* out = y + o * channels * layout.inner;
          if (layout.inner == 1) {
            for (int64_t c = 0; c < channels; ++c) {
              out[c] =
                  static_cast<T>((static_cast<float>(in[c]) - mean[c]) * factor[c] + offset[c]);
            }
            continue;
          }
          for (int64_t c = 0; c < channels; ++c) {
            for (int64_t i = c * layout.inner; i < (c + 1) * layout.inner; ++i) {
              out[i] =
                  static_cast<T>((static_cast<float>(in[i]) - mean[c]) * factor[c] + offset[c]);
            }
          }
        }
      }));
}

template void ChannelMoments(const ChannelLayout&, const float*, float*, float*, ThreadPool*);
template void ChannelMoments(const ChannelLayout&, const half*, float*, float*, ThreadPool*);
template void ChannelMoments(const ChannelLayout&, const bfloat16*, float*, float*, ThreadPool*);

template void NormalizeChannels(const ChannelLayout&, const float*, const float*, const float*,
                                const float*, const float*, float, float*, ThreadPool*);
template void NormalizeChannels(const ChannelLayout&, const half*, const float*, const float*,
                                const float*, const float*, float, half*, ThreadPool*);
template void NormalizeChannels(const ChannelLayout&, const bfloat16*, const float*, const float*,
                                const float*, const float*, float, bfloat16*, ThreadPool*);

}  // namespace pluggable
