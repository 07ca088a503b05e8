// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <cstdint>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "compute/categorical.h"
#include "reference/categorical.h"
#include "reference/random_op.h"

namespace pluggable {

// Multinomial(logits: T, num_samples: int32) -> output: output_dtype
//
// Draws classes by their unnormalized log-probabilities. A sample is where a random number falls
// among the sums of probabilities. The numbers are uniform doubles in row-major order. That is what
// TensorFlow's CPU draws too while one of its threads does all rows: several threads begin at other
// places of the stream, depending on how many they are.
template <typename T, typename output_dtype>
class MultinomialOp : public OpKernel {
 public:
  explicit MultinomialOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, philox_.Init(ctx));
  }

  void Compute(OpKernelContext* ctx) override {
    const TensorShape logits = ctx->input_shape(0);
    const Tensor num_samples = ctx->input(1);
    OP_REQUIRES(
        ctx, logits.dims() == 2,
        errors::InvalidArgument("logits should be a matrix, got shape ", logits.DebugString()));
    OP_REQUIRES(ctx, num_samples.dims() == 0,
                errors::InvalidArgument("num_samples should be a scalar, got shape ",
                                        num_samples.shape().DebugString()));
    const int64_t samples = num_samples.scalar<int32_t>()();
    OP_REQUIRES(ctx, samples >= 0,
                errors::InvalidArgument("num_samples should be non-negative, got ", samples));
    const int64_t rows = logits.dim_size(0);
    const int64_t classes = logits.dim_size(1);
    OP_REQUIRES(ctx, classes > 0,
                errors::InvalidArgument("num_classes should be positive, got ", classes));
    Tensor* output = nullptr;
    if (rows * samples == 0) {
      OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape({rows, samples}), &output));
      return;
    }
    // Where the host draws them on copies, it needs nothing else of this op for that.
    Tensor uniform;
    OP_REQUIRES_OK(ctx, ctx->allocate_temp(DT_DOUBLE, TensorShape({rows, samples}), &uniform));
    OP_REQUIRES_OK(ctx, compute::Random(ctx->stream(), UniformNumbers(rows, samples, uniform)));
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape({rows, samples}), &output));
    compute::CategoricalPlan plan;
    plan.dtype = DataTypeToEnum<T>::value;
    plan.out_dtype = DataTypeToEnum<output_dtype>::value;
    plan.rows = rows;
    plan.classes = classes;
    plan.samples = samples;
    plan.logits = ctx->input(0).data();
    plan.uniform = uniform.span<double>().data();
    plan.out = output->data();
    plan.loop = RunCategorical<T, output_dtype>;
    OP_REQUIRES_OK(ctx, compute::Categorical(ctx->stream(), plan));
  }

 private:
  // TensorFlow rounds the samples of a row up to whole groups of four, of two words each.
  compute::RandomPlan UniformNumbers(int64_t rows, int64_t samples, const Tensor& out) {
    const Philox philox = philox_.Reserve(rows * ((samples + 3) / 4 * 4) * 2);
    compute::RandomPlan plan = DistributionPlan(UniformReal<double>());
    plan.size = rows * samples;
    plan.out = out.data();
    plan.key = philox.key();
    plan.counter[0] = philox.counter_low();
    plan.counter[1] = philox.counter_high();
    return plan;
  }

  GuardedPhilox philox_;
};

}  // namespace pluggable
