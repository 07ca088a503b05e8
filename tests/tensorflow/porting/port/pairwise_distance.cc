// PairwiseDistance(a: T, b: T; metric: string) -> distances: T
//
// The distances between the rows of two matrices:
//
//   distances[i, j] = |a[i] - b[j]|
//
// or, with the metric 'cosine', 1 minus the cosine of the angle between them.
//
// The rows of the result are independent, so they are spread over threads.

#include <cmath>
#include <string>

#include "pluggable/op_kernel.h"
#include "pluggable/tensor_types.h"

namespace pluggable {

namespace {

// Sums of squares of half would overflow at 65504.
template <typename T>
struct DistanceType {
  using Type = T;
};
template <>
struct DistanceType<Eigen::half> {
  using Type = float;
};

enum class Metric { kEuclidean, kManhattan, kCosine };

Status ParseMetric(const std::string& name, Metric* metric) {
  if (name == "euclidean") {
    *metric = Metric::kEuclidean;
  } else if (name == "manhattan") {
    *metric = Metric::kManhattan;
  } else if (name == "cosine") {
    *metric = Metric::kCosine;
  } else {
    return errors::InvalidArgument("Unknown metric '", name, "'");
  }
  return OkStatus();
}

// The sum of f(x[k] - y[k]). Four sums that do not wait for one another.
template <typename S, typename T, typename F>
S SumOfDifferences(const T* x, const T* y, int64_t n, F f) {
  S sums[4] = {S(0), S(0), S(0), S(0)};
  int64_t k = 0;
  for (; k + 4 <= n; k += 4) {
    for (int lane = 0; lane < 4; ++lane) {
      sums[lane] += f(S(x[k + lane]) - S(y[k + lane]));
    }
  }
  for (; k < n; ++k) sums[0] += f(S(x[k]) - S(y[k]));
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// 1 minus the cosine of the angle between x and y; 1 if one of them is 0.
template <typename S, typename T>
S CosineDistance(const T* x, const T* y, int64_t n) {
  S xx(0), yy(0), xy(0);
  for (int64_t k = 0; k < n; ++k) {
    xx += S(x[k]) * S(x[k]);
    yy += S(y[k]) * S(y[k]);
    xy += S(x[k]) * S(y[k]);
  }
  const S lengths = std::sqrt(xx) * std::sqrt(yy);
  return lengths > S(0) ? S(1) - xy / lengths : S(1);
}

template <typename T>
T Distance(Metric metric, const T* x, const T* y, int64_t n) {
  using S = typename DistanceType<T>::Type;
  if (metric == Metric::kCosine) return T(CosineDistance<S>(x, y, n));
  if (metric == Metric::kManhattan) {
    return T(SumOfDifferences<S>(x, y, n, [](S d) { return std::abs(d); }));
  }
  return T(std::sqrt(SumOfDifferences<S>(x, y, n, [](S d) { return d * d; })));
}

}  // namespace

template <typename T>
class PairwiseDistanceOp : public OpKernel {
 public:
  explicit PairwiseDistanceOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    std::string metric;
    OP_REQUIRES_OK(ctx, ctx->GetAttr("metric", &metric));
    OP_REQUIRES_OK(ctx, ParseMetric(metric, &metric_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& a = ctx->input(0);
    const Tensor& b = ctx->input(1);
    OP_REQUIRES(ctx, TensorShapeUtils::IsMatrix(a.shape()),
                errors::InvalidArgument("a must be a matrix, got shape ",
                                        a.shape().DebugString()));
    OP_REQUIRES(ctx, TensorShapeUtils::IsMatrix(b.shape()),
                errors::InvalidArgument("b must be a matrix, got shape ",
                                        b.shape().DebugString()));
    OP_REQUIRES(
        ctx, a.dim_size(1) == b.dim_size(1),
        errors::InvalidArgument("a and b must have rows of one length, got ",
                                a.dim_size(1), " and ", b.dim_size(1)));

    const int64_t rows = a.dim_size(0);
    const int64_t columns = b.dim_size(0);
    const int64_t features = a.dim_size(1);
    Tensor* distances = nullptr;
    OP_REQUIRES_OK(
        ctx, ctx->allocate_output(0, TensorShape({rows, columns}), &distances));
    if (distances->NumElements() == 0) return;

    const Metric metric = metric_;
    const T* a_rows = a.flat<T>().data();
    const T* b_rows = b.flat<T>().data();
    T* out = distances->flat<T>().data();
    auto compute_rows = [=](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const T* x = OnDevice(a_rows) + i * features;
        const T* y = OnDevice(b_rows);
        T* distance = OnDevice(out) + i * columns;
        for (int64_t j = 0; j < columns; ++j, y += features) {
          distance[j] = Distance(metric, x, y, features);
        }
      }
    };

    // A subtraction and a multiplication an element, and a root a distance.
    const int64_t row_cost = columns * (2 * features + 20);
    ctx->stream().ParallelFor(rows, row_cost, compute_rows);
  }

 private:
  Metric metric_;
};

#define REGISTER_CPU(T) \
  template KernelFunctions make_kernel<PairwiseDistanceOp<T>>()
REGISTER_CPU(Eigen::half);
REGISTER_CPU(float);
REGISTER_CPU(double);
#undef REGISTER_CPU

}  // namespace pluggable
