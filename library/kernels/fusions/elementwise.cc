// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "plugin/features/graph.h"
#include "reference/chain.h"
#include "reference/composition.h"
#include "reference/enqueue.h"
#include "reference/formula.h"

namespace pluggable::fusions {

// Elementwise(xs: N * T) -> y: T
template <typename T>
class ElementwiseOp : public OpKernel {
 public:
  explicit ElementwiseOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    std::vector<std::string> steps;
    int num_inputs = 0;
    OP_REQUIRES_OK(ctx, ctx->GetAttr("steps", &steps));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("N", &num_inputs));
    OP_REQUIRES_OK(ctx, ReadChainSteps(steps, ChainOps(), num_inputs, &steps_));
    if constexpr (features::kChainsReplaceValues) {
      OP_REQUIRES_OK(ctx, ctx->GetAttr("old", &old_));
      OP_REQUIRES(ctx, old_ >= -1 && old_ < num_inputs,
                  errors::InvalidArgument("old must be the number of an input or -1, got ", old_));
    }
  }

  void Compute(OpKernelContext* ctx) override {
    const int num_inputs = ctx->num_inputs();
    std::vector<TensorShape> shapes;
    std::vector<const T*> inputs;
    std::vector<int> candidates;
    shapes.reserve(static_cast<size_t>(num_inputs));
    inputs.reserve(static_cast<size_t>(num_inputs));
    candidates.reserve(static_cast<size_t>(num_inputs));
    for (int i = 0; i < num_inputs; ++i) {
      // Released at once, so that its buffer can be forwarded. TensorFlow keeps the buffer until
      // then.
      const Tensor input = ctx->input(i);
      shapes.push_back(input.shape());
      inputs.push_back(input.span<T>().data());
      if (i != old_) candidates.push_back(i);
    }
    std::shared_ptr<const ElementwiseChain> chain;
    OP_REQUIRES_OK(ctx, FindChain(shapes, &chain));
    Tensor* output = nullptr;
    const Span<const int> forwarded(candidates.data(), candidates.size());
    OP_REQUIRES_OK(ctx,
                   ctx->forward_input_or_allocate_output(forwarded, 0, chain->shape(), &output));
    if (output->NumElements() == 0) return;
    if (old_ >= 0 && shapes[static_cast<size_t>(old_)] == chain->shape()) {
      ctx->ReplaceValue(inputs[static_cast<size_t>(old_)], *output);
    }
    if (chain->has_plans() && choice_.IsComposed(ctx)) {
      OP_REQUIRES_OK(ctx, chain->Enqueue(ctx, inputs, output->span<T>().data()));
      return choice_.Learn(ctx);
    }
    const int64_t cost = chain->cost();
    EnqueueWork(ctx, cost,
                [chain = std::move(chain), inputs = std::move(inputs),
                 output = output->span<T>()](ThreadPool* threads) mutable {
                  for (const T*& input : inputs) input = OnDevice(input);
                  chain->Run(inputs, OnDevice(output.data()), threads);
                });
  }

 private:
  // Most calls have the same shapes as the previous one.
  Status FindChain(const std::vector<TensorShape>& shapes,
                   std::shared_ptr<const ElementwiseChain>* chain) {
    std::lock_guard<std::mutex> lock(mutex_);
    if (chain_ == nullptr || shapes_ != shapes) {
      auto made = std::make_shared<ElementwiseChain>();
      Status status = made->Init(name(), steps_, shapes);
      if (!status.ok()) return status;
      chain_ = std::move(made);
      shapes_ = shapes;
    }
    *chain = chain_;
    return Status();
  }

  std::vector<ChainStep> steps_;
  int old_ = -1;  // the input with the old value of the variable that the output replaces
  CompositionChoice choice_;
  std::mutex mutex_;
  std::vector<TensorShape> shapes_;  // guarded by mutex_, like the chain for them
  std::shared_ptr<const ElementwiseChain> chain_;
};

}  // namespace pluggable::fusions
