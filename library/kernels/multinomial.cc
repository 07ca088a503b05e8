// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/enqueue.h"
#include "reference/random_op.h"

namespace pluggable {

// Multinomial(logits: T, num_samples: int32) -> output: output_dtype
//
// Draws classes by their unnormalized log-probabilities. A sample is where a random number falls
// among the sums of probabilities, and takes half a block of bits; samples take theirs in row-major
// order. That is what TensorFlow's CPU draws too while one of its threads does all rows: several
// threads begin at other places of the stream, depending on how many they are.
template <typename T, typename output_dtype>
class MultinomialOp : public OpKernel {
 public:
  explicit MultinomialOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, philox_.Init(ctx));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor logits = ctx->input(0);
    const Tensor num_samples = ctx->input(1);
    OP_REQUIRES(ctx, logits.dims() == 2,
                errors::InvalidArgument("logits should be a matrix, got shape ",
                                        logits.shape().DebugString()));
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
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape({rows, samples}), &output));
    if (output->NumElements() == 0) return;
    // TensorFlow rounds the samples of a row up to whole groups of four, of two words each.
    const Philox philox = philox_.Reserve(rows * ((samples + 3) / 4 * 4) * 2);
    const int64_t cost = classes * kExpCost + samples * kSampleCost;
    EnqueueWork(ctx, rows * cost,
                [=, logits = logits.span<T>().data(),
                 output = output->span<output_dtype>().data()](ThreadPool* threads) {
                  const T* const x = OnDevice(logits);
                  output_dtype* const y = OnDevice(output);
                  threads->ParallelFor(rows, cost, [=](int64_t begin, int64_t end) {
                    std::vector<double> sums(static_cast<size_t>(classes));
                    for (int64_t row = begin; row < end; ++row) {
                      SumProbabilities(x + row * classes, &sums);
                      for (int64_t i = row * samples; i < (row + 1) * samples; ++i) {
                        y[i] = DrawClass(philox, i, sums);
                      }
                    }
                  });
                });
  }

 private:
  static constexpr int64_t kExpCost = 10;
  static constexpr int64_t kSampleCost = 20;

  // Classes whose logit is not finite have no probability.
  static void SumProbabilities(const T* logits, std::vector<double>* sums) {
    double most = static_cast<double>(std::numeric_limits<T>::lowest());
    for (size_t i = 0; i < sums->size(); ++i) {
      const auto logit = static_cast<double>(logits[i]);
      if (std::isfinite(logit)) most = std::max(most, logit);
    }
    double sum = 0;
    for (size_t i = 0; i < sums->size(); ++i) {
      const auto logit = static_cast<double>(logits[i]);
      if (std::isfinite(logit)) sum += std::exp(logit - most);
      (*sums)[i] = sum;
    }
  }

  // The number of classes itself, if none has a probability.
  static output_dtype DrawClass(const Philox& philox, int64_t sample,
                                const std::vector<double>& sums) {
    const Philox::Block block = philox.At(static_cast<uint64_t>(sample / 2));
    const size_t word = sample % 2 == 0 ? 0 : 2;
    const double wanted = internal::UnitDouble(block[word], block[word + 1]) * sums.back();
    const auto found = std::upper_bound(sums.begin(), sums.end(), wanted);
    return static_cast<output_dtype>(found - sums.begin());
  }

  GuardedPhilox philox_;
};

}  // namespace pluggable
