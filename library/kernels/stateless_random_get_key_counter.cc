// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/op_kernel.h"

#include "reference/host_values.h"
#include "reference/random_op.h"

namespace pluggable {

// StatelessRandomGetKeyCounter(seed: Tseed) -> key: uint64, counter: uint64
template <typename Tseed>
class StatelessRandomGetKeyCounterOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  // All tensors are in host memory.
  void Compute(OpKernelContext* ctx) override {
    const Tensor seed = ctx->input(0);
    OP_REQUIRES(
        ctx, seed.dims() == 1 && seed.dim_size(0) == 2,
        errors::InvalidArgument("seed must have shape [2], not ", seed.shape().DebugString()));
    Tensor* key = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape({1}), &key));
    Tensor* counter = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(1, TensorShape({2}), &counter));
    const std::vector<CheckedInt> seeds = HostValues(seed);
    const Philox philox = SeededPhilox(static_cast<uint64_t>(seeds[0].value()),
                                       static_cast<uint64_t>(seeds[1].value()));
    key->span<uint64_t>()[0] = philox.key();
    counter->span<uint64_t>()[0] = philox.counter_low();
    counter->span<uint64_t>()[1] = philox.counter_high();
  }
};

}  // namespace pluggable
