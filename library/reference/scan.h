// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Cumulative sums and products along one axis.

#ifndef PLUGGABLE_REFERENCE_SCAN_H_
#define PLUGGABLE_REFERENCE_SCAN_H_

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "pluggable/op_kernel.h"

#include "compute/scan.h"
#include "reference/compute_type.h"
#include "reference/host_values.h"

namespace pluggable {

// The kind of a formula in plans. Whoever changes a formula must remove its kind.
template <typename Formula, typename = void>
inline constexpr auto kScanOf = compute::ScanPlan::Kind::kOther;
template <typename Formula>
inline constexpr auto kScanOf<Formula, std::void_t<decltype(Formula::kScan)>> = Formula::kScan;

// y[i] = Formula(y[i - 1], x[i]) for several columns, where the element before the first is
// Formula::kFirst.
template <typename T, typename Formula, int64_t kMost>
void ScanColumns(const compute::ScanPlan& plan, const T* x, T* out, int64_t columns) {
  using C = ComputeType<T>;
  const bool exclusive = plan.is_exclusive;
  C results[kMost];
  std::fill_n(results, kMost, static_cast<C>(Formula::kFirst));
  for (int64_t i = 0; i < plan.length; ++i) {
    const int64_t row = (plan.is_reverse ? plan.length - 1 - i : i) * plan.inner;
    for (int64_t j = 0; j < columns; ++j) {
      const C before = results[j];
      results[j] = Formula()(before, static_cast<C>(x[row + j]));
      out[row + j] = static_cast<T>(exclusive ? before : results[j]);
    }
  }
}

// Fills in the parts of a plan that depend on the type and the formula.
template <typename T, typename Formula>
compute::ScanPlan PlanOfScan() {
  compute::ScanPlan plan;
  plan.kind = kScanOf<Formula>;
  plan.dtype = DataTypeToEnum<T>::value;
  plan.loop = [](const compute::ScanPlan& running, ThreadPool* threads) {
    // The number of adjacent columns that are scanned at once.
    constexpr int64_t kColumns = 64;
    const T* const x = OnDevice(static_cast<const T*>(running.x));
    T* const out = OnDevice(static_cast<T*>(running.out));
    const int64_t inner = running.inner;
    const int64_t pieces = (inner + kColumns - 1) / kColumns;
    threads->ParallelFor(running.outer * pieces, 2 * running.length * std::min(inner, kColumns),
                         [&](int64_t begin, int64_t end) {
                           for (int64_t i = begin; i < end; ++i) {
                             const int64_t column = i % pieces * kColumns;
                             const int64_t offset = i / pieces * running.length * inner + column;
                             ScanColumns<T, Formula, kColumns>(running, x + offset, out + offset,
                                                               std::min(kColumns, inner - column));
                           }
                         });
  };
  return plan;
}

template <typename T, typename Formula>
class ScanOp : public OpKernel {
 public:
  explicit ScanOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("exclusive", &exclusive_));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("reverse", &reverse_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor x = ctx->input(0);
    const Tensor axis_tensor = ctx->input(1);
    OP_REQUIRES(ctx, axis_tensor.dims() == 0,
                errors::InvalidArgument("ScanOp: axis must be a scalar, not ",
                                        axis_tensor.shape().DebugString()));
    const CheckedInt axis = FromTheFront(HostValues(axis_tensor)[0], x.dims());
    OP_REQUIRES(ctx, axis >= 0 && axis < x.dims(),
                errors::InvalidArgument("ScanOp: Expected scan axis in the range [", -x.dims(),
                                        ", ", x.dims(), "), but got ", axis));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, x.shape(), &out));
    if (out->NumElements() == 0) return;
    compute::ScanPlan plan = PlanOfScan<T, Formula>();
    plan.is_exclusive = exclusive_;
    plan.is_reverse = reverse_;
    plan.length = x.dim_size(static_cast<int>(axis.value()));
    for (int d = 0; d < x.dims(); ++d) {
      if (d < axis) plan.outer *= x.dim_size(d);
      if (d > axis) plan.inner *= x.dim_size(d);
    }
    plan.x = x.data();
    plan.out = out->data();
    if (ctx->output_is_host(0)) {
      plan.loop(plan, &ctx->stream().thread_pool());
    } else {
      OP_REQUIRES_OK(ctx, compute::Scan(ctx->stream(), plan));
    }
  }

 private:
  bool exclusive_ = false;
  bool reverse_ = false;
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_SCAN_H_
