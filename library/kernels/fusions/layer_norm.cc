// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <vector>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/enqueue.h"
#include "reference/normalize.h"

namespace pluggable::fusions {

// LayerNorm(x: T, scale: T, offset: T, epsilon: T) -> y: T
template <typename T>
class LayerNormOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const TensorShape shape = ctx->input_shape(0);
    OP_REQUIRES(
        ctx, shape.dims() >= 1,
        errors::InvalidArgument("x must have a dimension to normalize: ", shape.DebugString()));
    const int64_t columns = shape.dim_size(shape.dims() - 1);
    const int64_t rows = columns == 0 ? 0 : shape.num_elements() / columns;
    TensorShape row_shape = shape;
    row_shape.set_dim(shape.dims() - 1, 1);
    Normalization normalization;
    OP_REQUIRES_OK(ctx, normalization.Init(shape, row_shape, row_shape, ctx->input_shape(1),
                                           ctx->input_shape(2), ctx->input_shape(3)));
    Tensor* y = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, normalization.shape(), &y));
    if (y->NumElements() == 0) return;
    const bool is_plain = y->shape() == shape && IsRow(ctx->input_shape(1), columns) &&
                          IsRow(ctx->input_shape(2), columns);
    Span<const T> inputs[4];
    for (int i = 0; i < 4; ++i) inputs[i] = ctx->input(i).span<T>();
    EnqueueWork(ctx, 4 * shape.num_elements(),
                [=, x = inputs[0], scale = inputs[1], offset = inputs[2], epsilon = inputs[3],
                 y = y->span<T>()](ThreadPool* threads) {
                  const T* const in = OnDevice(x.data());
                  if (is_plain) {
                    return NormalizeRows(in, OnDevice(scale.data()), OnDevice(offset.data()),
                                         OnDevice(epsilon.data()), rows, columns,
                                         OnDevice(y.data()), threads);
                  }
                  std::vector<T> mean(static_cast<size_t>(rows));
                  std::vector<T> variance(static_cast<size_t>(rows));
                  RowMoments(in, rows, columns, mean.data(), variance.data(), threads);
                  normalization.Run<T>({in, mean.data(), variance.data(), OnDevice(scale.data()),
                                        OnDevice(offset.data()), OnDevice(epsilon.data())},
                                       OnDevice(y.data()), threads);
                });
  }

 private:
  // Whether it has an element for each column, the same for every row.
  static bool IsRow(const TensorShape& shape, int64_t columns) {
    return shape.dims() >= 1 && shape.num_elements() == columns &&
           shape.dim_size(shape.dims() - 1) == columns;
  }
};

}  // namespace pluggable::fusions
