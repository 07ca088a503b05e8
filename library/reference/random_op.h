// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Ops that fill a tensor with random numbers. Distribution is one of random_distributions.h.

#ifndef PLUGGABLE_REFERENCE_RANDOM_OP_H_
#define PLUGGABLE_REFERENCE_RANDOM_OP_H_

#include <algorithm>
#include <cstdint>
#include <mutex>

#include "pluggable/op_kernel.h"
#include "pluggable/stream.h"
#include "pluggable/thread_pool.h"

#include "compute/random.h"
#include "reference/random_distributions.h"
#include "reference/random_philox.h"
#include "reference/vectorized.h"

namespace pluggable {

// The shape in an op's first input.
Status RandomShape(const Tensor& sizes, TensorShape* shape);

// The stream of a plan. Only work on the stream may call it.
Philox PhiloxOfPlan(const compute::RandomPlan& plan);

// Writes the counter after this many elements.
void SkipElements(Philox philox, uint64_t elements, uint64_t* counter);

// The stream for the two seeds of a stateless op.
Philox SeededPhilox(uint64_t seed, uint64_t seed2);

// Inputs 1 to 3 of a stateless op: key, counter and algorithm.
class StatelessInputs {
 public:
  Status Read(OpKernelContext* ctx);
  // Only Philox is supported: TensorFlow has ThreeFry only in XLA. Call it only if there is an
  // element to compute, as TensorFlow does.
  Status CheckAlgorithm() const;

  // The plan reads the key and the counter from their tensors.
  void AddTo(compute::RandomPlan* plan) const {
    plan->key_memory = key_;
    plan->counter_memory = counter_;
  }

 private:
  static constexpr int32_t kPhilox = 1;
  static constexpr int32_t kChosenByDevice = 3;

  const uint64_t* key_ = nullptr;
  const uint64_t* counter_ = nullptr;
  int32_t algorithm_ = kPhilox;
};

// The stream of a stateful kernel, which advances with each call.
class GuardedPhilox {
 public:
  // Seeds the stream by the attributes seed and seed2. If both are 0, it uses seeds that no other
  // kernel has. Fails with TensorFlow's message if that is not allowed because the program requests
  // determinism.
  Status Init(OpKernelConstruction* ctx);
  // Returns the current stream, and advances by the most that this many elements can need.
  // Concurrent calls get different parts.
  Philox Reserve(int64_t elements);

 private:
  std::mutex mutex_;
  Philox philox_;
};

// Computes the elements of a plan with that distribution. Only work on the stream may call it.
template <typename Distribution>
void RunRandom(const compute::RandomPlan& plan, ThreadPool* threads) {
  constexpr int64_t kGroup = Distribution::kGroup;
  Distribution distribution;
  if constexpr (Distribution::kKind == compute::Distribution::kUniformInt) {
    using T = typename Distribution::Element;
    distribution = Distribution(static_cast<T>(plan.low), static_cast<T>(plan.high));
  }
  const Philox philox = PhiloxOfPlan(plan);
  auto* const out = OnDevice(static_cast<typename Distribution::Element*>(plan.out));
  const int64_t size = plan.size;
  threads->ParallelFor((size + kGroup - 1) / kGroup, kGroup * Distribution::kCost,
                       Vectorized([&](int64_t begin, int64_t end) {
                         const int64_t whole = std::min(end, size / kGroup);
                         for (int64_t group = begin; group < whole; ++group) {
                           distribution(philox, static_cast<uint64_t>(group), out + group * kGroup);
                         }
                         if (whole == end) return;
                         typename Distribution::Element last[kGroup];
                         distribution(philox, static_cast<uint64_t>(whole), last);
                         std::copy(last, last + (size - whole * kGroup), out + whole * kGroup);
                       }));
  if (plan.next_counter != nullptr) {
    SkipElements(philox, static_cast<uint64_t>(size), OnDevice(plan.next_counter));
  }
}

// Fills in the parts of a plan that depend on the distribution; the stream is missing.
template <typename Distribution>
compute::RandomPlan DistributionPlan(const Distribution& distribution) {
  compute::RandomPlan plan;
  plan.distribution = Distribution::kKind;
  plan.dtype = DataTypeToEnum<typename Distribution::Element>::value;
  plan.loop = RunRandom<Distribution>;
  plan.cost = Distribution::kCost;
  if constexpr (Distribution::kKind == compute::Distribution::kUniformInt) {
    plan.low = distribution.low();
    plan.high = distribution.high();
  }
  return plan;
}

// Fills the op's output, which must not be empty.
void FillRandom(OpKernelContext* ctx, compute::RandomPlan plan, Tensor* output);

// The bounds of a distribution of integers, inputs `first` and `first` + 1.
inline Status CheckBoundShapes(OpKernelContext* ctx, int first) {
  const TensorShape low = ctx->input_shape(first);
  const TensorShape high = ctx->input_shape(first + 1);
  if (low.dims() != 0) {
    return errors::InvalidArgument("minval must be 0-D, got shape ", low.DebugString());
  }
  if (high.dims() != 0) {
    return errors::InvalidArgument("maxval must be 0-D, got shape ", high.DebugString());
  }
  return Status();
}
template <typename T>
Status ReadBounds(OpKernelContext* ctx, int first, UniformInt<T>* distribution) {
  const T low = ctx->input(first).template scalar<T>()();
  const T high = ctx->input(first + 1).template scalar<T>()();
  if (low >= high) {
    return errors::InvalidArgument("Need minval < maxval, got ", low, " >= ", high);
  }
  *distribution = UniformInt<T>(low, high);
  return Status();
}

// shape, key, counter, alg -> output
template <typename Distribution>
class StatelessRandomOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    StatelessInputs inputs;
    OP_REQUIRES_OK(ctx, inputs.Read(ctx));
    TensorShape shape;
    OP_REQUIRES_OK(ctx, RandomShape(ctx->input(0), &shape));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    Distribution distribution;
    OP_REQUIRES_OK(ctx, ReadDistribution(ctx, &distribution));
    OP_REQUIRES_OK(ctx, inputs.CheckAlgorithm());
    compute::RandomPlan plan = DistributionPlan(distribution);
    inputs.AddTo(&plan);
    FillRandom(ctx, plan, output);
  }

 protected:
  // For ops with more inputs.
  virtual Status ReadDistribution(OpKernelContext*, Distribution*) { return Status(); }
};

// shape -> output
template <typename Distribution>
class StatefulRandomOp : public OpKernel {
 public:
  explicit StatefulRandomOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, philox_.Init(ctx));
  }

  void Compute(OpKernelContext* ctx) override {
    TensorShape shape;
    OP_REQUIRES_OK(ctx, RandomShape(ctx->input(0), &shape));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    Distribution distribution;
    OP_REQUIRES_OK(ctx, ReadDistribution(ctx, &distribution));
    const Philox philox = philox_.Reserve(output->NumElements());
    compute::RandomPlan plan = DistributionPlan(distribution);
    plan.key = philox.key();
    plan.counter[0] = philox.counter_low();
    plan.counter[1] = philox.counter_high();
    FillRandom(ctx, plan, output);
  }

 protected:
  virtual Status ReadDistribution(OpKernelContext*, Distribution*) { return Status(); }

 private:
  GuardedPhilox philox_;
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_RANDOM_OP_H_
