// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/normalized_convolution.h"

#include <cmath>

#include "pluggable/half.h"

#include "reference/formula.h"
#include "reference/vectorized.h"

namespace pluggable {

namespace {

// One row, in place. Compilers vectorize this since they know that nothing else overlaps.
template <typename T, typename C>
void NormalizeRow(const C* __restrict center, const C* __restrict factor, const C* __restrict shift,
                  int64_t columns, T* __restrict y) {
  for (int64_t i = 0; i < columns; ++i) {
    y[i] = static_cast<T>((static_cast<C>(y[i]) - center[i]) * factor[i] + shift[i]);
  }
}

}  // namespace

template <typename T>
ChannelScale<T> BatchNormScale(int64_t channels, const float* mean, const float* variance,
                               const float* scale, const float* offset, float epsilon) {
  ChannelScale<T> result;
  result.center.assign(mean, mean + channels);
  result.shift.assign(offset, offset + channels);
  result.factor.resize(static_cast<size_t>(channels));
  for (int64_t c = 0; c < channels; ++c) {
    result.factor[c] = scale[c] / std::sqrt(variance[c] + epsilon);
  }
  return result;
}

template <typename T>
ChannelScale<T> NormalizeScale(int64_t channels, const T* mean, const T* variance, const T* scale,
                               const T* offset, const T* epsilon) {
  ChannelScale<T> result;
  result.center.resize(static_cast<size_t>(channels));  // zeros, which change nothing
  result.factor.resize(static_cast<size_t>(channels));
  result.shift.resize(static_cast<size_t>(channels));
  for (int64_t c = 0; c < channels; ++c) {
    const T factor = formula::rsqrt(variance[c] + *epsilon) * scale[c];
    result.factor[c] = factor;
    result.shift[c] = offset[c] - mean[c] * factor;
  }
  return result;
}

template <typename T>
void RunNormalizedConvolution(const Convolution& convolution, const ChannelScale<T>& scale,
                              const T* input, const T* filter, T* output, ThreadPool* threads,
                              const Finish<T>& finish) {
  const auto step = static_cast<int64_t>(scale.factor.size());
  const Finish<T> normalize = [&](int64_t row, int64_t rows, int64_t column, int64_t columns,
                                  T* part) {
    Vectorized([&](int64_t begin, int64_t end) {
      for (int64_t r = begin; r < end; ++r) {
        NormalizeRow(scale.center.data() + column, scale.factor.data() + column,
                     scale.shift.data() + column, columns, part + r * step);
      }
    })(int64_t{0}, rows);
    if (finish) finish(row, rows, column, columns, part);
  };
  convolution.Run(input, filter, output, threads, normalize);
}

template ChannelScale<float> BatchNormScale(int64_t, const float*, const float*, const float*,
                                            const float*, float);
template ChannelScale<half> BatchNormScale(int64_t, const float*, const float*, const float*,
                                           const float*, float);
template ChannelScale<bfloat16> BatchNormScale(int64_t, const float*, const float*, const float*,
                                               const float*, float);

template ChannelScale<float> NormalizeScale(int64_t, const float*, const float*, const float*,
                                            const float*, const float*);
template void RunNormalizedConvolution(const Convolution&, const ChannelScale<float>&, const float*,
                                       const float*, float*, ThreadPool*, const Finish<float>&);
template ChannelScale<double> NormalizeScale(int64_t, const double*, const double*, const double*,
                                             const double*, const double*);
template void RunNormalizedConvolution(const Convolution&, const ChannelScale<double>&,
                                       const double*, const double*, double*, ThreadPool*,
                                       const Finish<double>&);
template void RunNormalizedConvolution(const Convolution&, const ChannelScale<half>&, const half*,
                                       const half*, half*, ThreadPool*, const Finish<half>&);
template void RunNormalizedConvolution(const Convolution&, const ChannelScale<bfloat16>&,
                                       const bfloat16*, const bfloat16*, bfloat16*, ThreadPool*,
                                       const Finish<bfloat16>&);

}  // namespace pluggable
