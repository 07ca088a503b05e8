// GroupMean(values: T, ids: Tids; num_groups: int, empty_value: float)
//     -> means: T
//
// The mean of the rows of each group; ids[i] is the group of row i:
//
//   means[g] = sum(values[i] for ids[i] == g) / count(ids[i] == g)
//
// A group without rows is filled with empty_value.

#include <cmath>

#include "pluggable/op_kernel.h"
#include "pluggable/tensor_types.h"

namespace pluggable {

namespace functor {

// Sums are of this type: many short values would not add up to their sum.
template <typename T>
struct SumType {
  using Type = T;
};
template <>
struct SumType<Eigen::half> {
  using Type = float;
};
template <>
struct SumType<Eigen::bfloat16> {
  using Type = float;
};

// The means of all groups. `sums` and `counts` are for the work in between.
template <typename T, typename Tids>
struct GroupMean {
  using S = typename SumType<T>::Type;

  Status operator()(typename TTypes<T>::ConstMatrix values,
                    typename TTypes<Tids>::ConstVec ids, float empty_value,
                    typename TTypes<S>::Matrix sums,
                    TTypes<int64_t>::Vec counts,
                    typename TTypes<T>::Matrix means) {
    const int64_t groups = means.dimension(0);
    const int64_t columns = means.dimension(1);
    sums.setZero();
    counts.setZero();
    for (int64_t i = 0; i < values.dimension(0); ++i) {
      const int64_t g = ids(i);
      if (g < 0 || g >= groups) {
        return errors::InvalidArgument("ids[", i, "] = ", g, " is not in [0, ",
                                       groups, ")");
      }
      ++counts(g);
      for (int64_t j = 0; j < columns; ++j) sums(g, j) += S(values(i, j));
    }
    for (int64_t g = 0; g < groups; ++g) {
      if (counts(g) == 0) {
        for (int64_t j = 0; j < columns; ++j) means(g, j) = T(empty_value);
        continue;
      }
      const S count = static_cast<S>(counts(g));
      for (int64_t j = 0; j < columns; ++j) {
        means(g, j) = static_cast<T>(sums(g, j) / count);
      }
    }
    return OkStatus();
  }
};

}  // namespace functor

template <typename T, typename Tids>
class GroupMeanOp : public OpKernel {
 public:
  explicit GroupMeanOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("num_groups", &num_groups_));
    OP_REQUIRES(ctx, num_groups_ > 0,
                errors::InvalidArgument("num_groups must be positive, got ",
                                        num_groups_));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("empty_value", &empty_value_));
    OP_REQUIRES(ctx, !std::isnan(empty_value_),
                errors::InvalidArgument("empty_value must be a number"));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& values = ctx->input(0);
    const Tensor& ids = ctx->input(1);
    OP_REQUIRES(ctx, TensorShapeUtils::IsMatrix(values.shape()),
                errors::InvalidArgument("values must be a matrix, got shape ",
                                        values.shape().DebugString()));
    OP_REQUIRES(ctx, TensorShapeUtils::IsVector(ids.shape()),
                errors::InvalidArgument("ids must be a vector, got shape ",
                                        ids.shape().DebugString()));
    OP_REQUIRES(ctx, values.dim_size(0) == ids.dim_size(0),
                errors::InvalidArgument("There are ", values.dim_size(0),
                                        " rows of values and ", ids.dim_size(0),
                                        " ids"));

    const int64_t columns = values.dim_size(1);
    const TensorShape shape({num_groups_, columns});
    Tensor* means = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &means));

    // The sum and the count of each group, for the time of this call.
    using S = typename functor::SumType<T>::Type;
    Tensor sums;
    OP_REQUIRES_OK(ctx,
                   ctx->allocate_temp(DataTypeToEnum<S>::value, shape, &sums));
    Tensor counts;
    OP_REQUIRES_OK(
        ctx, ctx->allocate_temp(DT_INT64, TensorShape({num_groups_}), &counts));

    functor::GroupMean<T, Tids> group_mean;
    ctx->stream().Enqueue(values.NumElements(), group_mean, values.matrix<T>(),
                          ids.vec<Tids>(), empty_value_, sums.matrix<S>(),
                          counts.vec<int64_t>(), means->matrix<T>());
    OP_REQUIRES_OK(ctx, ctx->stream().Wait());
  }

 private:
  int64_t num_groups_;
  float empty_value_;
};

#define REGISTER_CPU(T, Tids) \
  template KernelFunctions make_kernel<GroupMeanOp<T, Tids>>()
REGISTER_CPU(Eigen::half, int32_t);
REGISTER_CPU(Eigen::half, int64_t);
REGISTER_CPU(Eigen::bfloat16, int32_t);
REGISTER_CPU(Eigen::bfloat16, int64_t);
REGISTER_CPU(float, int32_t);
REGISTER_CPU(float, int64_t);
REGISTER_CPU(double, int32_t);
REGISTER_CPU(double, int64_t);
#undef REGISTER_CPU

}  // namespace pluggable
