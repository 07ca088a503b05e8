#include "pluggable/half.h"
#include "pluggable/kernel_shapes.h"
#include "pluggable/op_kernel.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "ops/npu_concat_rows_shape.h"

namespace pluggable {

// NpuConcatRows(values: N * T) -> rows: T
template <typename T>
class NpuConcatRowsOp : public OpKernel {
 public:
  explicit NpuConcatRowsOp(OpKernelConstruction* ctx)
      : OpKernel(ctx), shapes_(ctx, NpuConcatRowsShape()) {}

  void Compute(OpKernelContext* ctx) override {
    // Computed by the spec's rule: one shape for each output.
    std::vector<TensorShape> shapes;
    OP_REQUIRES_OK(ctx, shapes_.Infer(ctx, &shapes));
    OpInputList values;
    OP_REQUIRES_OK(ctx, ctx->input_list("values", &values));
    Tensor* rows = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shapes[0], &rows));
    std::vector<Span<const T>> parts;
    for (int i = 0; i < values.size(); ++i) {
      const Tensor value = values[i];
      if (value.NumElements() > 0) parts.push_back(value.span<T>());
    }
    if (parts.empty()) return;
    // Row-major order puts whole tensors one behind the other.
    ctx->stream().Enqueue(rows->NumElements(), [parts = std::move(parts), rows = rows->span<T>()] {
      T* to = OnDevice(rows.data());
      for (const Span<const T>& part : parts) {
        to = std::copy_n(OnDevice(part.data()), part.size(), to);
      }
    });
  }

 private:
  KernelShapes shapes_;
};

template KernelFunctions make_kernel<NpuConcatRowsOp<float>>();
template KernelFunctions make_kernel<NpuConcatRowsOp<int64_t>>();
template KernelFunctions make_kernel<NpuConcatRowsOp<Eigen::bfloat16>>();
template KernelFunctions make_kernel<NpuConcatRowsOp<Eigen::half>>();

}  // namespace pluggable
