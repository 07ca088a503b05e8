#include "pluggable/half.h"
#include "pluggable/kernel_shapes.h"
#include "pluggable/op_kernel.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "ops/npu_weighted_sum_shape.h"

namespace pluggable {

// NpuWeightedSum(values: N * T, weights: T) -> sum: T
template <typename T>
class NpuWeightedSumOp : public OpKernel {
 public:
  explicit NpuWeightedSumOp(OpKernelConstruction* ctx)
      : OpKernel(ctx), shapes_(ctx, NpuWeightedSumShape()) {}

  void Compute(OpKernelContext* ctx) override {
    // Computed by the spec's rule: one shape for each output.
    std::vector<TensorShape> shapes;
    OP_REQUIRES_OK(ctx, shapes_.Infer(ctx, &shapes));
    OpInputList values;
    OP_REQUIRES_OK(ctx, ctx->input_list("values", &values));
    Tensor weights;
    OP_REQUIRES_OK(ctx, ctx->input("weights", &weights));
    Tensor* sum = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shapes[0], &sum));
    std::vector<Span<const T>> terms;
    for (int i = 0; i < values.size(); ++i) {
      const Tensor value = values[i];
      terms.push_back(value.span<T>());
    }
    ctx->stream().ParallelFor(
        sum->NumElements(), values.size(),
        [terms = std::move(terms), weights = weights.span<T>(), sum = sum->span<T>()](int64_t begin,
                                                                                      int64_t end) {
          std::vector<float> totals(static_cast<size_t>(end - begin));
          for (size_t term = 0; term < terms.size(); ++term) {
            const float weight = static_cast<float>(OnDevice(weights.data())[term]);
            const T* const from = OnDevice(terms[term].data()) + begin;
            for (size_t i = 0; i < totals.size(); ++i) {
              totals[i] += weight * static_cast<float>(from[i]);
            }
          }
          std::transform(totals.begin(), totals.end(), OnDevice(sum.data()) + begin,
                         [](float total) { return static_cast<T>(total); });
        });
  }

 private:
  KernelShapes shapes_;
};

template KernelFunctions make_kernel<NpuWeightedSumOp<float>>();
template KernelFunctions make_kernel<NpuWeightedSumOp<Eigen::bfloat16>>();
template KernelFunctions make_kernel<NpuWeightedSumOp<Eigen::half>>();

}  // namespace pluggable
