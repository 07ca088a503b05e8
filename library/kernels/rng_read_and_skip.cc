// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <algorithm>
#include <cstdint>

#include "pluggable/op_kernel.h"
#include "pluggable/variable.h"

#include "reference/random_philox.h"

namespace pluggable {

// RngReadAndSkip(resource: resource, alg: int32, delta: uint64) -> value: int64
//
// Returns the state of a tf.random.Generator and advances it, so that nobody else draws the same
// numbers. If TensorFlow gives plugins no access to variables, this kernel always fails;
// tf.random.Generator does not use this op then (plugin/python_hooks.h).
class RngReadAndSkipOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    OP_REQUIRES_OK(ctx, CheckVariableAccess(*ctx, "RngReadAndSkip",
                                            "make the generator on the CPU, within "
                                            "tf.device(\"/CPU:0\")"));
    const Tensor algorithm = ctx->input(1);
    const Tensor delta = ctx->input(2);
    OP_REQUIRES_OK(ctx, CheckScalar(1, algorithm.shape()));
    OP_REQUIRES_OK(ctx, CheckScalar(2, delta.shape()));
    OP_REQUIRES_OK(ctx, CheckAlgorithm(algorithm.scalar<int32_t>()()));
    LockedVariables variable(ctx, {0}, DT_INT64);
    if (!variable.ok()) return;
    Tensor& state = variable[0];
    OP_REQUIRES(ctx, state.dims() == 1,
                errors::InvalidArgument("RNG state must have one and only one dimension, not ",
                                        state.dims()));
    OP_REQUIRES(ctx, state.NumElements() >= kWords,
                errors::InvalidArgument("For the Philox algorithm, the size of state must be at "
                                        "least 3; got ",
                                        state.NumElements()));
    Tensor* value = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape({kWords}), &value));
    ctx->stream().Enqueue(kWords, [blocks = delta.scalar<uint64_t>()() * kBlocksPerElement,
                                   state = state.span<int64_t>().data(),
                                   value = value->span<int64_t>().data()] {
      int64_t* const words = OnDevice(state);
      std::copy(words, words + kWords, OnDevice(value));
      Philox philox(/*key=*/0, static_cast<uint64_t>(words[0]), static_cast<uint64_t>(words[1]));
      philox.Skip(blocks);
      words[0] = static_cast<int64_t>(philox.counter_low());
      words[1] = static_cast<int64_t>(philox.counter_high());
    });
  }

 private:
  static constexpr int64_t kWords = 3;  // the counter, low word first, and the key
  // The most blocks that an element may need, since some distributions draw repeatedly.
  static constexpr uint64_t kBlocksPerElement = 256;

  static Status CheckScalar(int input, const TensorShape& shape) {
    if (shape.dims() == 0) return Status();
    return errors::InvalidArgument("input ", input, " (0-based) must have shape [], not ",
                                   shape.DebugString());
  }

  static Status CheckAlgorithm(int32_t algorithm) {
    constexpr int32_t kPhilox = 1;
    constexpr int32_t kThreeFry = 2;
    constexpr int32_t kChosenByDevice = 3;
    if (algorithm == kPhilox || algorithm == kChosenByDevice) return Status();
    if (algorithm == kThreeFry) {
      return errors::Unimplemented("Non-XLA devices don't support the ThreeFry algorithm.");
    }
    return errors::InvalidArgument("Unsupported algorithm id: ", algorithm);
  }
};

}  // namespace pluggable
