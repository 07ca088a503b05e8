// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/batch_norm_gradient.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "pluggable/half.h"

#include "reference/partial_sums.h"
#include "reference/vectorized.h"

namespace pluggable {

// For each channel, the gradient of x is (y_gradient - offset - (x - mean) * slope) * factor.
struct ChannelLine {
  float mean;
  float offset;
  float slope;
  float factor;
};

namespace {

// Adds the gradients of a channel to sums[c], and their products with x - mean to sums[channels +
// c], both in double precision.
template <typename T>
void AddGradients(const ChannelLayout& layout, const float* mean, const T* y_gradient, const T* x,
                  int64_t begin, int64_t end, double* sums) {
  const int64_t channels = layout.channels;
  const int64_t inner = layout.inner;
  for (int64_t o = begin; o < end; ++o) {
    const T* const dy = y_gradient + o * channels * inner;
    const T* const in = x + o * channels * inner;
    if (inner == 1) {
      for (int64_t c = 0; c < channels; ++c) {
        const float gradient = static_cast<float>(dy[c]);
        sums[c] += gradient;
        sums[channels + c] += gradient * (static_cast<float>(in[c]) - mean[c]);
      }
      continue;
    }
    for (int64_t c = 0; c < channels; ++c) {
      double sum = 0;
      double products = 0;
      for (int64_t i = c * inner; i < (c + 1) * inner; ++i) {
        const float gradient = static_cast<float>(dy[i]);
        sum += gradient;
        products += gradient * (static_cast<float>(in[i]) - mean[c]);
      }
      sums[c] += sum;
      sums[channels + c] += products;
    }
  }
}

template <typename T>
T GradientAt(const ChannelLine& line, T y_gradient, T x) {
  return static_cast<T>((static_cast<float>(y_gradient) - line.offset -
                         (static_cast<float>(x) - line.mean) * line.slope) *
                        line.factor);
}

}  // namespace

template <typename T>
void NormalizeChannelsGradient(const ChannelLayout& layout, const NormalizedBy& moments,
                               const T* y_gradient, const T* x, T* x_gradient,
                               float* scale_gradient, float* offset_gradient, ThreadPool* threads) {
  const int64_t channels = layout.channels;
  const int64_t row = channels * layout.inner;
  constexpr int64_t kLeastElements = 4096;
  std::vector<double> sums(static_cast<size_t>(2 * channels));
  PartialSums(layout.outer, kLeastElements / std::max<int64_t>(row, 1), row, 2 * channels,
              sums.data(), threads, [&](int64_t begin, int64_t end, double* part) {
                AddGradients(layout, moments.mean, y_gradient, x, begin, end, part);
              });
  std::vector<ChannelLine> lines(static_cast<size_t>(channels));
  const double count = static_cast<double>(layout.per_channel());
  for (int64_t c = 0; c < channels; ++c) {
    const double squared = static_cast<double>(moments.variance[c]) + moments.epsilon;
    const double inverse = 1 / std::sqrt(squared);
    offset_gradient[c] = static_cast<float>(sums[c]);
    scale_gradient[c] = static_cast<float>(sums[channels + c] * inverse);
    ChannelLine& line = lines[c];
    line = {moments.mean[c], 0, 0, static_cast<float>(moments.scale[c] * inverse)};
    if (!moments.of_batch) continue;
    line.offset = static_cast<float>(sums[c] / count);
    line.slope = static_cast<float>(sums[channels + c] / count / squared);
  }
  threads->ParallelFor(layout.outer, row, Vectorized([&](int64_t begin, int64_t end) {
                         for (int64_t o = begin; o < end; ++o) {
                           const T* const dy = y_gradient + o * row;
                           const T* const in = x + o * row;
                           T* const out = x_gradient + o * row;
                           if (layout.inner == 1) {
                             for (int64_t c = 0; c < channels; ++c)
                               out[c] = GradientAt(lines[c], dy[c], in[c]);
                             continue;
                           }
                           for (int64_t c = 0; c < channels; ++c) {
                             const ChannelLine line = lines[c];
                             for (int64_t i = c * layout.inner; i < (c + 1) * layout.inner; ++i) {
                               out[i] = GradientAt(line, dy[i], in[i]);
                             }
                           }
                         }
                       }));
}

template void NormalizeChannelsGradient(const ChannelLayout&, const NormalizedBy&, const float*,
                                        const float*, float*, float*, float*, ThreadPool*);
template void NormalizeChannelsGradient(const ChannelLayout&, const NormalizedBy&, const half*,
                                        const half*, half*, float*, float*, ThreadPool*);
template void NormalizeChannelsGradient(const ChannelLayout&, const NormalizedBy&, const bfloat16*,
                                        const bfloat16*, bfloat16*, float*, float*, ThreadPool*);

}  // namespace pluggable
