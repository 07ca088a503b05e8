#include "pluggable/half.h"
#include "pluggable/kernel_shapes.h"
#include "pluggable/op_kernel.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "ops/npu_top_k_mask_shape.h"

namespace pluggable {

// NpuTopKMask(x: T) -> mask: bool
template <typename T>
class NpuTopKMaskOp : public OpKernel {
 public:
  explicit NpuTopKMaskOp(OpKernelConstruction* ctx)
      : OpKernel(ctx), shapes_(ctx, NpuTopKMaskShape()) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("k", &k_));
  }

  void Compute(OpKernelContext* ctx) override {
    // Computed by the spec's rule: one shape for each output.
    std::vector<TensorShape> shapes;
    OP_REQUIRES_OK(ctx, shapes_.Infer(ctx, &shapes));
    const Tensor x = ctx->input(0);
    Tensor* mask = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shapes[0], &mask));
    if (x.NumElements() == 0) return;
    const int64_t columns = x.dim_size(x.dims() - 1);
    ctx->stream().ParallelFor(
        x.NumElements() / columns, columns * kCost,
        [columns, k = std::min(k_, columns), x = x.span<T>(), mask = mask->span<bool>()](
            int64_t begin, int64_t end) {
          std::vector<int64_t> order(static_cast<size_t>(columns));
          for (int64_t row = begin; row < end; ++row) {
            const T* const values = OnDevice(x.data()) + row * columns;
            bool* const marks = OnDevice(mask.data()) + row * columns;
            std::iota(order.begin(), order.end(), int64_t{0});
            std::nth_element(order.begin(), order.begin() + k, order.end(),
                             [values](int64_t a, int64_t b) { return Before(values, a, b); });
            std::fill(marks, marks + columns, false);
            for (int64_t i = 0; i < k; ++i) marks[order[i]] = true;
          }
        });
  }

 private:
  static constexpr int64_t kCost = 8;  // nanoseconds an element, about

  // Whether element a of a row is marked rather than element b.
  static bool Before(const T* row, int64_t a, int64_t b) {
    const float at_a = static_cast<float>(row[a]);
    const float at_b = static_cast<float>(row[b]);
    if (std::isnan(at_a) != std::isnan(at_b)) return std::isnan(at_b);
    return at_a > at_b || (!(at_a < at_b) && a < b);
  }

  KernelShapes shapes_;
  int64_t k_ = 0;
};

template KernelFunctions make_kernel<NpuTopKMaskOp<float>>();
template KernelFunctions make_kernel<NpuTopKMaskOp<Eigen::bfloat16>>();
template KernelFunctions make_kernel<NpuTopKMaskOp<Eigen::half>>();

}  // namespace pluggable
