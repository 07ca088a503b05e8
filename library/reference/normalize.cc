// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/normalize.h"

#include <vector>

#include "pluggable/half.h"

#include "reference/compute_type.h"
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

// out = f(a, b, c), all broadcast.
template <typename A, typename B, typename C, typename Out, typename F>
void ForEachElement(const Broadcast& broadcast, const A* a, const B* b, const C* c, Out* out,
                    ThreadPool* threads, F f) {
  threads->ParallelFor(
      broadcast.shape().num_elements(), 1, Vectorized([=, &broadcast](int64_t begin, int64_t end) {
        broadcast.ForEachRow(begin, end,
                             [&](int64_t first, int64_t count, const Broadcast::Offsets& offsets,
                                 const Broadcast::Offsets& steps) {
                               const A* a_row = a + offsets[0];
                               const B* b_row = b + offsets[1];
                               const C* c_row = c + offsets[2];
                               Out* out_row = out + first;
                               if (steps[0] == 1 && steps[1] == 1 && steps[2] == 1) {
                                 for (int64_t i = 0; i < count; ++i) {
                                   out_row[i] = f(a_row[i], b_row[i], c_row[i]);
                                 }
                                 return;
                               }
                               for (int64_t i = 0; i < count; ++i) {
                                 out_row[i] = f(a_row[i * steps[0]], b_row[i * steps[1]],
                                                c_row[i * steps[2]]);
                               }
                             });
      }));
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
  const C mean = RoundedTo<T>(FoldRun<SumReducer>(x, columns) / static_cast<C>(columns));
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
  using C = ComputeType<T>;
  std::vector<C> factor(static_cast<size_t>(factor_.shape().num_elements()));
  std::vector<C> shift(static_cast<size_t>(shift_.shape().num_elements()));
  ForEachElement(factor_, inputs.variance, inputs.epsilon, inputs.scale, factor.data(), threads,
                 [](const T& variance, const T& epsilon, const T& scale) {
                   const C sum = RoundedTo<T>(static_cast<C>(variance) + static_cast<C>(epsilon));
                   const C inverse = RoundedTo<T>(formula::rsqrt(sum));
                   return RoundedTo<T>(inverse * static_cast<C>(scale));
                 });
  ForEachElement(shift_, inputs.mean, factor.data(), inputs.offset, shift.data(), threads,
                 [](const T& mean, const C& factor, const T& offset) {
                   const C scaled = RoundedTo<T>(static_cast<C>(mean) * factor);
                   return RoundedTo<T>(static_cast<C>(offset) - scaled);
                 });
  ForEachElement(result_, inputs.x, factor.data(), shift.data(), y, threads,
                 [](const T& x, const C& factor, const C& shift) {
                   return static_cast<T>(RoundedTo<T>(static_cast<C>(x) * factor) + shift);
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
                           for (int64_t i = 0; i < columns; ++i) row[i] = static_cast<C>(in[i]);
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
