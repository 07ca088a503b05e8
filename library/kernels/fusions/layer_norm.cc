// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <vector>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "compute/reduce.h"
#include "reference/compute_type.h"
#include "reference/enqueue.h"
#include "reference/normalize.h"
#include "reference/reduction.h"

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
                          IsRow(ctx->input_shape(2), columns) &&
                          ctx->input_shape(3).num_elements() == 1 && !kIsNarrowFloat<T>;
    if (choice_.IsComposed(ctx)) {
      return Compose(ctx, normalization, row_shape, is_plain, Composition::Of(*y));
    }
    Span<const T> inputs[4];
    for (int i = 0; i < 4; ++i) inputs[i] = ctx->input(i).span<T>();
    EnqueueWork(ctx, 4 * shape.num_elements(),
                [=, x = inputs[0], scale = inputs[1], offset = inputs[2], epsilon = inputs[3],
                 y = y->span<T>()](ThreadPool* threads) {
                  const T* const in = OnDevice(x.data());
                  if constexpr (!kIsNarrowFloat<T>) {
                    if (is_plain) {
                      return NormalizeRows(in, OnDevice(scale.data()), OnDevice(offset.data()),
                                           OnDevice(epsilon.data()), rows, columns,
                                           OnDevice(y.data()), threads);
                    }
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
  using Value = Composition::Value;

  void Compose(OpKernelContext* ctx, const Normalization& normalization,
               const TensorShape& row_shape, bool is_plain, const Value& y) {
    using compute::Formula;
    Composition steps(ctx);
    const Value x = steps.Input(0);
    const Value scale = steps.Input(1);
    const Value offset = steps.Input(2);
    const Value epsilon = steps.Input(3);
    const Value mean = steps.Allocate(y.dtype, row_shape);
    const Value variance = steps.Allocate(y.dtype, row_shape);
    const Value squares = steps.Allocate(y.dtype, x.shape);
    ComposeMean(ctx, &steps, x, mean);
    steps.Elementwise(Formula::kSquaredDifference, {&x, &mean}, squares);
    ComposeMean(ctx, &steps, squares, variance);
    if (is_plain) {
      steps.Elementwise(Formula::kAdd, {&variance, &epsilon}, variance);
      steps.Elementwise(Formula::kRsqrt, {&variance}, variance);
      steps.Elementwise(Formula::kSubMul, {&x, &mean, &variance}, y);
      steps.Elementwise(Formula::kMulAdd, {&y, &scale, &offset}, y);
    } else {
      normalization.Compose(&steps, {&x, &mean, &variance, &scale, &offset, &epsilon}, y);
    }
    steps.Finish(&choice_);
  }

  // Computes the mean of each row.
  static void ComposeMean(OpKernelContext* ctx, Composition* steps, const Value& rows,
                          const Value& mean) {
    steps->Do([&] {
      Reduction reduction;
      const std::vector<int64_t> axes = {rows.shape.dims() - 1};
      Status status = reduction.Init(rows.shape, axes, /*keep_dims=*/true);
      if (!status.ok()) return status;
      compute::ReducePlan plan = reduction.Plan<MeanReducer, T>();
      plan.in = rows.data;
      plan.out = mean.data;
      return compute::Reduce(ctx->stream(), plan);
    });
  }

  // Whether the tensor has one element for each column, the same for every row.
  static bool IsRow(const TensorShape& shape, int64_t columns) {
    return shape.dims() >= 1 && shape.num_elements() == columns &&
           shape.dim_size(shape.dims() - 1) == columns;
  }

  CompositionChoice choice_;
};

}  // namespace pluggable::fusions
