// RunningStandardize(x: T, scale: T; training: bool, momentum: float, epsilon:
// float)
//     -> y: T, steps: int64
//
// Standardizes the columns of a matrix by averages over all batches that this
// node has seen, its own included:
//
//   mean     = momentum * mean     + (1 - momentum) * mean of x
//   variance = momentum * variance + (1 - momentum) * variance of x
//   y        = (x - mean) / sqrt(variance + epsilon) * scale
//
// both corrected for starting as zero. The state belongs to the kernel. If
// `training` is false, the averages are those of the batch alone.

#include <cmath>

#include <unsupported/Eigen/CXX11/Tensor>

#include "pluggable/eigen_device.h"
#include "pluggable/mutex.h"
#include "pluggable/op_kernel.h"

namespace pluggable {

using CPUDevice = EigenDevice;

namespace functor {

// average = keep * average + (1 - keep) * what the batch has
template <typename Device, typename Batch>
void UpdateAverage(const Device& d, float keep, const Batch& batch,
                   TTypes<float>::Vec average) {
  average.device(d) = average * keep + batch * (1.0f - keep);
}

}  // namespace functor

struct RunningAverages {
  Tensor mean;
  Tensor variance;
  int64_t steps = 0;
};

template <typename T>
class RunningStandardizeOp : public OpKernel {
 public:
  explicit RunningStandardizeOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("training", &training_));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("momentum", &momentum_));
    OP_REQUIRES(
        ctx, momentum_ >= 0.0f && momentum_ < 1.0f,
        errors::InvalidArgument("momentum must be in [0, 1), got ", momentum_));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("epsilon", &epsilon_));
    OP_REQUIRES(
        ctx, epsilon_ > 0.0f,
        errors::InvalidArgument("epsilon must be positive, got ", epsilon_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& x = ctx->input(0);
    OP_REQUIRES(ctx, TensorShapeUtils::IsMatrix(x.shape()),
                errors::InvalidArgument("x must be a matrix, got shape ",
                                        x.shape().DebugString()));
    const int64_t rows = x.dim_size(0);
    const int64_t columns = x.dim_size(1);
    OP_REQUIRES(ctx, rows > 0,
                errors::InvalidArgument("x must have a row, got shape ",
                                        x.shape().DebugString()));

    const Tensor& scale = ctx->input(1);
    OP_REQUIRES(ctx, TensorShapeUtils::IsVector(scale.shape()),
                errors::InvalidArgument("scale must be a vector, got shape ",
                                        scale.shape().DebugString()));
    OP_REQUIRES(
        ctx, scale.dim_size(0) == columns,
        errors::InvalidArgument("scale has ", scale.dim_size(0),
                                " elements, x has ", columns, " columns"));

    Tensor* y = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, x.shape(), &y));
    Tensor* steps = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(1, TensorShape({}), &steps));
    const CPUDevice& d = ctx->eigen_device<CPUDevice>();

    // Batches that come at the same time take turns.
    mutex_lock lock(mu_);
    if (state_.steps == 0 || !training_) {
      for (Tensor* average : {&state_.mean, &state_.variance}) {
        OP_REQUIRES_OK(
            ctx, ctx->allocate_temp(DT_FLOAT, TensorShape({columns}), average));
        average->flat<float>().device(d).setZero();
      }
      state_.steps = 0;
    }
    OP_REQUIRES(ctx, state_.mean.dim_size(0) == columns,
                errors::FailedPrecondition(
                    "RunningStandardize has seen batches of ",
                    state_.mean.dim_size(0), " columns, not ", columns));
    ++state_.steps;
    steps->scalar<int64_t>()() = state_.steps;
    if (columns == 0) return;
    for (const Tensor* average : {&state_.mean, &state_.variance}) {
      ctx->UseMemory(internal::OpMemory::Use::kUpdated, *average);
    }

    // The averages move on.
    const Eigen::array<Eigen::Index, 1> over_rows = {0};
    const Eigen::array<Eigen::Index, 2> a_row = {1, columns};
    const Eigen::array<Eigen::Index, 2> each_row = {rows, 1};
    auto in = x.matrix<T>().template cast<float>();
    auto centered =
        in - in.mean(over_rows).eval().reshape(a_row).broadcast(each_row);
    auto mean = state_.mean.vec<float>();
    auto variance = state_.variance.vec<float>();
    functor::UpdateAverage(d, momentum_, in.mean(over_rows), mean);
    functor::UpdateAverage(d, momentum_, centered.square().mean(over_rows),
                           variance);

    // After n steps the weights of what was seen add up to 1 - momentum^n.
    const float correction = 1.0 / (1.0 - std::pow(momentum_, state_.steps));
    auto shift = (mean * correction).reshape(a_row).broadcast(each_row);
    auto factor = (variance * correction + epsilon_).rsqrt() *
                  scale.vec<T>().template cast<float>();
    y->matrix<T>().device(d) =
        ((in - shift) * factor.reshape(a_row).broadcast(each_row))
            .template cast<T>();
  }

 private:
  bool training_;
  float momentum_;
  float epsilon_;
  mutex mu_;
  RunningAverages state_;  // guarded by mu_
};

#define REGISTER_CPU(T) \
  template KernelFunctions make_kernel<RunningStandardizeOp<T>>()
REGISTER_CPU(Eigen::half);
REGISTER_CPU(float);
#undef REGISTER_CPU

}  // namespace pluggable
