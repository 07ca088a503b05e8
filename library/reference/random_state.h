// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Random ops whose state is a variable: the counter, low word first, and the key.

#ifndef PLUGGABLE_REFERENCE_RANDOM_STATE_H_
#define PLUGGABLE_REFERENCE_RANDOM_STATE_H_

#include <cstdint>

#include "pluggable/op_kernel.h"
#include "pluggable/variable.h"

#include "reference/random_op.h"

namespace pluggable {

inline Status CheckStateAlgorithm(const Tensor& algorithm) {
  constexpr int64_t kPhilox = 1;
  constexpr int64_t kThreeFry = 2;
  constexpr int64_t kChosenByDevice = 3;
  if (algorithm.dims() != 0) {
    return errors::InvalidArgument("algorithm must be of shape [], not ",
                                   algorithm.shape().DebugString());
  }
  const auto id = algorithm.scalar<int64_t>()();
  if (id == kPhilox || id == kChosenByDevice) return Status();
  if (id == kThreeFry) {
    return errors::Unimplemented("Non-XLA devices don't support the ThreeFry algorithm.");
  }
  return errors::InvalidArgument("Unsupported algorithm id: ", id);
}

inline Status CheckState(const TensorShape& state) {
  constexpr int64_t kWords = 3;
  if (state.dims() != 1) {
    return errors::InvalidArgument("RNG state must have one and only one dimension, not ",
                                   state.dims());
  }
  if (state.num_elements() >= kWords) return Status();
  return errors::InvalidArgument(
      "For the Philox algorithm, the size of state must be at least 3; got ", state.num_elements());
}

// Advances the state by the most that this many elements can need. Only work on the stream may call
// it.
inline void SkipState(uint64_t elements, int64_t* state) {
  auto* const words = reinterpret_cast<uint64_t*>(state);
  SkipElements(Philox(words[2], words[0], words[1]), elements, words);
}

// resource, algorithm, shape -> output
template <typename Distribution>
class VariableRandomOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    OP_REQUIRES_OK(ctx, CheckVariableAccess(*ctx, "A random op with a state",
                                            "draw by the methods of tf.random.Generator"));
    OP_REQUIRES_OK(ctx, CheckStateAlgorithm(ctx->input(1)));
    TensorShape shape;
    OP_REQUIRES_OK(ctx, RandomShape(ctx->input(2), &shape));
    Distribution distribution;
    OP_REQUIRES_OK(ctx, ReadDistribution(ctx, &distribution));
    LockedVariables variable(ctx, {0}, DT_INT64);
    if (!variable.ok()) return;
    OP_REQUIRES_OK(ctx, CheckState(variable[0].shape()));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    // The counter, followed by the key.
    auto* const state = reinterpret_cast<uint64_t*>(variable[0].span<int64_t>().data());
    compute::RandomPlan plan = DistributionPlan(distribution);
    plan.key_memory = state + 2;
    plan.counter_memory = state;
    plan.next_counter = state;
    FillRandom(ctx, plan, output);
  }

 protected:
  // For ops with more inputs.
  virtual Status ReadDistribution(OpKernelContext*, Distribution*) { return Status(); }
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_RANDOM_STATE_H_
