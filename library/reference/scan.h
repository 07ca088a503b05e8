// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Sums and products of all elements so far along one axis.

#ifndef PLUGGABLE_REFERENCE_SCAN_H_
#define PLUGGABLE_REFERENCE_SCAN_H_

#include <algorithm>
#include <cstdint>

#include "pluggable/op_kernel.h"

#include "reference/compute_type.h"
#include "reference/enqueue.h"
#include "reference/host_values.h"

namespace pluggable {

// y[i] = Formula(y[i - 1], x[i]), where the one before the first is Formula::kFirst.
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
    Scan scan;
    scan.length = x.dim_size(static_cast<int>(axis.value()));
    scan.exclusive = exclusive_;
    scan.reverse = reverse_;
    for (int d = 0; d < x.dims(); ++d) {
      if (d < axis) scan.outer *= x.dim_size(d);
      if (d > axis) scan.inner *= x.dim_size(d);
    }
    EnqueueWork(ctx, 2 * x.NumElements(),
                [scan, x = x.span<T>(), out = out->span<T>()](ThreadPool* threads) {
                  scan.Run(OnDevice(x.data()), OnDevice(out.data()), threads);
                });
  }

 private:
  struct Scan {
    using C = ComputeType<T>;

    int64_t outer = 1;
    int64_t length = 1;
    int64_t inner = 1;
    bool exclusive = false;
    bool reverse = false;

    void Run(const T* x, T* out, ThreadPool* threads) const {
      // Neighbouring columns that are scanned at once.
      constexpr int64_t kColumns = 64;
      const int64_t pieces = (inner + kColumns - 1) / kColumns;
      threads->ParallelFor(
          outer * pieces, 2 * length * std::min(inner, kColumns), [&](int64_t begin, int64_t end) {
            for (int64_t i = begin; i < end; ++i) {
              const int64_t column = i % pieces * kColumns;
              const int64_t offset = i / pieces * length * inner + column;
              RunColumns<kColumns>(x + offset, out + offset, std::min(kColumns, inner - column));
            }
          });
    }

    template <int64_t kMost>
    void RunColumns(const T* x, T* out, int64_t columns) const {
      C results[kMost];
      std::fill_n(results, kMost, static_cast<C>(Formula::kFirst));
      for (int64_t i = 0; i < length; ++i) {
        const int64_t row = (reverse ? length - 1 - i : i) * inner;
        for (int64_t j = 0; j < columns; ++j) {
          const C before = results[j];
          results[j] = Formula()(before, static_cast<C>(x[row + j]));
          out[row + j] = static_cast<T>(exclusive ? before : results[j]);
        }
      }
    }
  };

  bool exclusive_ = false;
  bool reverse_ = false;
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_SCAN_H_
