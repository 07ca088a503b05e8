// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/normalize.h"

#include <algorithm>
#include <vector>

#include "pluggable/half.h"

#include "reference/chain_rows.h"
#include "reference/compute_type.h"
#include "reference/elementwise.h"
#include "reference/formula.h"
#include "reference/reduction.h"
#include "reference/vectorized.h"
#include "reference/widen.h"

namespace pluggable {

namespace {

Status Combine(Broadcast* broadcast, const TensorShape& a, const TensorShape& b,
               const TensorShape& c) {
  if (broadcast->Init({&a, &b, &c})) return Status();
  return errors::InvalidArgument("Incompatible shapes: ", a.DebugString(), ", ", b.DebugString(),
                                 " and ", c.DebugString());
}

// z = Formula(x, y) for a run, where x and y may be single elements; z is one if both are. Returns
// z's step.
template <typename Formula, typename T>
int64_t Step(const T* x, int64_t x_step, const T* y, int64_t y_step, T* z, int64_t count) {
  if (x_step == 0 && y_step == 0) {
    BinaryRun<Formula>(x, 1, y, 1, z, 1);
    return 0;
  }
  BinaryRun<Formula>(x, x_step, y, y_step, z, count);
  return 1;
}

// Computes out from a, b and c, all broadcast: f(a, a_step, b, b_step, c, c_step, between, out,
// count) a run of it, at most kWideRun elements, which `between` has room for as well.
template <typename T, typename F>
void ForEachRun(const Broadcast& broadcast, const T* a, const T* b, const T* c, T* out,
                ThreadPool* threads, F f) {
  threads->ParallelFor(
      broadcast.shape().num_elements(), 1, [=, &broadcast](int64_t begin, int64_t end) {
        T between[kWideRun];
        broadcast.ForEachRow(begin, end,
                             [&](int64_t first, int64_t count, const Broadcast::Offsets& offsets,
                                 const Broadcast::Offsets& steps) {
                               for (int64_t i = 0; i < count; i += kWideRun) {
                                 f(a + offsets[0] + i * steps[0], steps[0],
                                   b + offsets[1] + i * steps[1], steps[1],
                                   c + offsets[2] + i * steps[2], steps[2], between,
                                   out + first + i, std::min(kWideRun, count - i));
                               }
                             });
      });
}

// The cost of an element of a row in nanoseconds on one core.
constexpr int64_t kRowCost = 2;

template <typename C>
struct Moments {
  C mean;
  C variance;
};

// Of a row of T, which has been read.
template <typename T, typename C>
Moments<C> MomentsOf(const C* x, int64_t columns, C* scratch) {
  const C mean =
      static_cast<C>(static_cast<T>(FoldRun<SumReducer>(x, columns) / static_cast<C>(columns)));
  for (int64_t i = 0; i < columns; ++i) scratch[i] = (x[i] - mean) * (x[i] - mean);
  if constexpr (kIsNarrowFloat<T>) RoundRun<T>(scratch, columns);
  return {mean, FoldRun<SumReducer>(scratch, columns) / static_cast<C>(columns)};
}

}  // namespace

Status Normalization::Init(const TensorShape& x, const TensorShape& mean,
                           const TensorShape& variance, const TensorShape& scale,
                           const TensorShape& offset, const TensorShape& epsilon) {
  Status status = Combine(&factor_, variance, epsilon, scale);
  if (status.ok()) status = Combine(&shift_, mean, factor_.shape(), offset);
  if (status.ok()) status = Combine(&result_, x, factor_.shape(), shift_.shape());
  return status;
}

template <typename T>
void Normalization::Run(const Inputs<T>& inputs, T* y, ThreadPool* threads) const {
  std::vector<T> factor(static_cast<size_t>(factor_.shape().num_elements()));
  std::vector<T> shift(static_cast<size_t>(shift_.shape().num_elements()));
  ForEachRun(factor_, inputs.variance, inputs.epsilon, inputs.scale, factor.data(), threads,
             [](const T* variance, int64_t variance_step, const T* epsilon, int64_t epsilon_step,
                const T* scale, int64_t scale_step, T* between, T* out, int64_t count) {
               const int64_t step =
                   Step<Plus>(variance, variance_step, epsilon, epsilon_step, between, count);
               UnaryRun<ComposedRsqrt>(between, between, step == 0 ? 1 : count);
               Step<ComposedProduct>(between, step, scale, scale_step, out, count);
             });
  ForEachRun(shift_, inputs.mean, factor.data(), inputs.offset, shift.data(), threads,
             [](const T* mean, int64_t mean_step, const T* factor, int64_t factor_step,
                const T* offset, int64_t offset_step, T* between, T* out, int64_t count) {
               const int64_t step =
                   Step<ComposedProduct>(mean, mean_step, factor, factor_step, between, count);
               Step<ComposedDifference>(offset, offset_step, between, step, out, count);
             });
  ForEachRun(result_, inputs.x, factor.data(), shift.data(), y, threads,
             [](const T* x, int64_t x_step, const T* factor, int64_t factor_step, const T* shift,
                int64_t shift_step, T* between, T* out, int64_t count) {
               const int64_t step =
                   Step<ComposedProduct>(x, x_step, factor, factor_step, between, count);
               Step<Plus>(between, step, shift, shift_step, out, count);
             });
}

void Normalization::Compose(Composition* steps, const Inputs<const Composition::Value>& inputs,
                            const Composition::Value& y) const {
  using compute::Formula;
  Broadcast deviation;  // cannot fail, since it is a part of factor_
  deviation.Init({&inputs.variance->shape, &inputs.epsilon->shape});
  const Composition::Value factor = steps->Allocate(y.dtype, factor_.shape());
  Composition::Value inverse = factor;
  if (deviation.shape() != factor.shape) inverse = steps->Allocate(y.dtype, deviation.shape());
  steps->Elementwise(Formula::kAdd, {inputs.variance, inputs.epsilon}, inverse);
  steps->Elementwise(Formula::kRsqrt, {&inverse}, inverse);
  steps->Elementwise(Formula::kMul, {&inverse, inputs.scale}, factor);
  Broadcast product;
  product.Init({&inputs.mean->shape, &factor.shape});
  const Composition::Value shift = steps->Allocate(y.dtype, shift_.shape());
  Composition::Value scaled = shift;
  if (product.shape() != shift.shape) scaled = steps->Allocate(y.dtype, product.shape());
  steps->Elementwise(Formula::kMul, {inputs.mean, &factor}, scaled);
  steps->Elementwise(Formula::kSub, {inputs.offset, &scaled}, shift);
  steps->Elementwise(Formula::kMulAdd, {inputs.x, &factor, &shift}, y);
}

template <typename T>
void NormalizeRows(const T* x, const T* scale, const T* offset, const T* epsilon, int64_t rows,
                   int64_t columns, T* y, ThreadPool* threads) {
  threads->ParallelFor(rows, columns * kRowCost, Vectorized([=](int64_t begin, int64_t end) {
                         std::vector<T> scratch(static_cast<size_t>(columns));
                         for (int64_t r = begin; r < end; ++r) {
                           const T* in = x + r * columns;
                           T* out = y + r * columns;
                           const Moments<T> moments = MomentsOf<T>(in, columns, scratch.data());
                           const T mean = moments.mean;
                           const T inverse = formula::rsqrt(moments.variance + *epsilon);
                           for (int64_t i = 0; i < columns; ++i) {
                             out[i] = (in[i] - mean) * inverse * scale[i] + offset[i];
                           }
                         }
                       }));
}

template <typename T>
void RowMoments(const T* x, int64_t rows, int64_t columns, T* mean, T* variance,
                ThreadPool* threads) {
  using C = ComputeType<T>;
  threads->ParallelFor(rows, columns * kRowCost, Vectorized([=](int64_t begin, int64_t end) {
                         std::vector<C> row(static_cast<size_t>(columns));
                         std::vector<C> scratch(static_cast<size_t>(columns));
                         for (int64_t r = begin; r < end; ++r) {
                           const T* in = x + r * columns;
                           chains::Convert(in, row.data(), columns);
                           const Moments<C> moments =
                               MomentsOf<T>(row.data(), columns, scratch.data());
                           mean[r] = static_cast<T>(moments.mean);
                           variance[r] = static_cast<T>(moments.variance);
                         }
                       }));
}

template void Normalization::Run(const Inputs<float>&, float*, ThreadPool*) const;
template void NormalizeRows(const float*, const float*, const float*, const float*, int64_t,
                            int64_t, float*, ThreadPool*);
template void RowMoments(const float*, int64_t, int64_t, float*, float*, ThreadPool*);
template void Normalization::Run(const Inputs<double>&, double*, ThreadPool*) const;
template void NormalizeRows(const double*, const double*, const double*, const double*, int64_t,
                            int64_t, double*, ThreadPool*);
template void RowMoments(const double*, int64_t, int64_t, double*, double*, ThreadPool*);
template void Normalization::Run(const Inputs<half>&, half*, ThreadPool*) const;
template void RowMoments(const half*, int64_t, int64_t, half*, half*, ThreadPool*);
template void Normalization::Run(const Inputs<bfloat16>&, bfloat16*, ThreadPool*) const;
template void RowMoments(const bfloat16*, int64_t, int64_t, bfloat16*, bfloat16*, ThreadPool*);

}  // namespace pluggable
