// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/random_op.h"

#include <random>

#include "runtime/determinism.h"

namespace pluggable {

namespace {

// The most blocks that an element may need, since some distributions draw repeatedly.
constexpr uint64_t kBlocksPerElement = 256;

}  // namespace

Status RandomShape(const Tensor& sizes, TensorShape* shape) {
  if (sizes.dims() != 1) {
    return errors::InvalidArgument("shape must be a vector of {int32,int64}, got shape ",
                                   sizes.shape().DebugString());
  }
  if (sizes.dtype() == DT_INT32) return TensorShapeUtils::MakeShape(sizes.span<int32_t>(), shape);
  return TensorShapeUtils::MakeShape(sizes.span<int64_t>(), shape);
}

Status StatelessInputs::Read(OpKernelContext* ctx) {
  const Tensor key = ctx->input(1);
  const Tensor counter = ctx->input(2);
  const Tensor algorithm = ctx->input(3);
  if (algorithm.dims() != 0) {
    return errors::InvalidArgument("input 3 (0-based) must have shape [], not ",
                                   algorithm.shape().DebugString());
  }
  algorithm_ = algorithm.scalar<int32_t>()();
  if (algorithm_ == kChosenByDevice) algorithm_ = kPhilox;
  if (key.dims() != 1 || key.dim_size(0) != 1) {
    return errors::InvalidArgument("key must have shape [1], not ", key.shape().DebugString(),
                                   ". (Note that batched keys are not supported yet.)");
  }
  // TensorFlow uses the number of the algorithm as the minimal length of its counter. For Philox it
  // requires one element, and then reads two: here, such a short vector is an error. For other
  // algorithms, the odd minimum decides which error is reported, and whether an empty result is an
  // error.
  const int64_t least = algorithm_ == kPhilox && counter.dims() == 1 ? 2 : algorithm_;
  if (counter.dims() != 1 || counter.dim_size(0) < least) {
    return errors::InvalidArgument("counter must be a vector with length at least ", least,
                                   "; got shape: ", counter.shape().DebugString(),
                                   ". (Note that batched counters are not supported yet.)");
  }
  key_ = key.span<uint64_t>().data();
  counter_ = counter.span<uint64_t>().data();
  return Status();
}

Status StatelessInputs::CheckAlgorithm() const {
  if (algorithm_ == kPhilox) return Status();
  return errors::InvalidArgument("Unsupported algorithm id: ", algorithm_);
}

Philox PhiloxOfPlan(const compute::RandomPlan& plan) {
  uint64_t key = plan.key;
  uint64_t low = plan.counter[0];
  uint64_t high = plan.counter[1];
  if (plan.key_memory != nullptr) key = *OnDevice(plan.key_memory);
  if (plan.counter_memory != nullptr) {
    const uint64_t* const counter = OnDevice(plan.counter_memory);
    low = counter[0];
    high = counter[1];
  }
  return Philox(key, low, high);
}

void SkipElements(Philox philox, uint64_t elements, uint64_t* counter) {
  philox.Skip(elements * kBlocksPerElement);
  counter[0] = philox.counter_low();
  counter[1] = philox.counter_high();
}

void FillRandom(OpKernelContext* ctx, compute::RandomPlan plan, Tensor* output) {
  plan.size = output->NumElements();
  plan.out = output->data();
  if (ctx->output_is_host(0)) {
    plan.loop(plan, &ctx->stream().thread_pool());
  } else {
    OP_REQUIRES_OK(ctx, compute::Random(ctx->stream(), plan));
  }
}

Philox SeededPhilox(uint64_t seed, uint64_t seed2) {
  // Seeds need not be good random numbers. So they are the input of a block with a fixed key; the
  // halves of the block are the key and the upper part of the counter.
  constexpr uint64_t kKey = 0x02461e293ec8f720;
  const Philox::Block block = Philox(kKey, seed, seed2).At(0);
  return Philox(uint64_t{block[1]} << 32 | block[0], 0, uint64_t{block[3]} << 32 | block[2]);
}

Status GuardedPhilox::Init(OpKernelConstruction* ctx) {
  int64_t seed = 0;
  int64_t seed2 = 0;
  Status status = ctx->GetAttr("seed", &seed);
  if (status.ok()) status = ctx->GetAttr("seed2", &seed2);
  if (!status.ok()) return status;
  auto key = static_cast<uint64_t>(seed);
  auto counter_high = static_cast<uint64_t>(seed2);
  if (key == 0 && counter_high == 0) {
    if (runtime::MustBeDeterministic()) {
      return errors::InvalidArgument(
          "When determinism is enabled, random ops must have a seed specified.");
    }
    std::random_device entropy;
    std::uniform_int_distribution<uint64_t> words;
    key = words(entropy);
    counter_high = words(entropy);
  }
  philox_ = Philox(key, 0, counter_high);
  return Status();
}

Philox GuardedPhilox::Reserve(int64_t elements) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const Philox reserved = philox_;
  philox_.Skip(static_cast<uint64_t>(elements) * kBlocksPerElement);
  return reserved;
}

}  // namespace pluggable
