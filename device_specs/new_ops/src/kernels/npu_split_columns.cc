#include "pluggable/half.h"
#include "pluggable/kernel_shapes.h"
#include "pluggable/op_kernel.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "ops/npu_split_columns_shape.h"

namespace pluggable {

// NpuSplitColumns(value: T) -> parts: num * T
template <typename T>
class NpuSplitColumnsOp : public OpKernel {
 public:
  explicit NpuSplitColumnsOp(OpKernelConstruction* ctx)
      : OpKernel(ctx), shapes_(ctx, NpuSplitColumnsShape()) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("num", &num_));
  }

  void Compute(OpKernelContext* ctx) override {
    // Computed by the spec's rule: one shape for each output.
    std::vector<TensorShape> shapes;
    OP_REQUIRES_OK(ctx, shapes_.Infer(ctx, &shapes));
    const Tensor value = ctx->input(0);
    const int64_t columns = value.dim_size(1);
    OP_REQUIRES(ctx, columns % num_ == 0,
                errors::InvalidArgument("NpuSplitColumns: 'value' has ", columns,
                                        " columns, which num = ", num_, " does not divide"));
    std::vector<Tensor*> outputs(shapes.size());
    for (size_t i = 0; i < shapes.size(); ++i) {
      OP_REQUIRES_OK(ctx, ctx->allocate_output(static_cast<int>(i), shapes[i], &outputs[i]));
    }
    if (value.NumElements() == 0) return;
    std::vector<Span<T>> parts;
    for (Tensor* output : outputs) parts.push_back(output->span<T>());
    ctx->stream().ParallelFor(value.dim_size(0), columns,
                              [columns, width = columns / num_, value = value.span<T>(),
                               parts = std::move(parts)](int64_t begin, int64_t end) {
                                const T* from = OnDevice(value.data()) + begin * columns;
                                for (int64_t row = begin; row < end; ++row) {
                                  for (const Span<T>& part : parts) {
                                    std::copy_n(from, width, OnDevice(part.data()) + row * width);
                                    from += width;
                                  }
                                }
                              });
  }

 private:
  KernelShapes shapes_;
  int64_t num_ = 0;
};

template KernelFunctions make_kernel<NpuSplitColumnsOp<float>>();
template KernelFunctions make_kernel<NpuSplitColumnsOp<int64_t>>();
template KernelFunctions make_kernel<NpuSplitColumnsOp<Eigen::bfloat16>>();
template KernelFunctions make_kernel<NpuSplitColumnsOp<Eigen::half>>();

}  // namespace pluggable
