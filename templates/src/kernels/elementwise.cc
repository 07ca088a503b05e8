#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "@plugin.name@/op_kernel.h"

#include "reference/chain.h"
#include "reference/enqueue.h"
#include "reference/formula.h"

namespace @plugin.name@ {

namespace formula::chain {

//% for step in chain.steps
struct @step.op@ {
  template <typename T>
//%   if step.is_unary
  T operator()(T x) const {
//%   else
  T operator()(T x, T y) const {
//%   end
    return @step.formula@;
  }
};

//% end
const std::vector<ChainOp>& Ops() {
  using Kind = ChainOp::Kind;
  static const auto* const ops = new std::vector<ChainOp>{
//% for step in chain.steps
//%   if step.is_unary
      UnaryChainOp<@step.op@>("@step.op@"),
//%   else
      BinaryChainOp<@step.op@>("@step.op@", Kind::@step.kind@),
//%   end
//% end
  };
  return *ops;
}

}  // namespace formula::chain

// @kernel.signature@
template <typename T>
class @kernel.class@ : public OpKernel {
 public:
  explicit @kernel.class@(OpKernelConstruction* ctx) : OpKernel(ctx) {
    std::vector<std::string> steps;
    int num_inputs = 0;
    OP_REQUIRES_OK(ctx, ctx->GetAttr("steps", &steps));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("N", &num_inputs));
    OP_REQUIRES_OK(ctx, ReadChainSteps(steps, formula::chain::Ops(), num_inputs, &steps_));
//% if chain.replaces_values
    OP_REQUIRES_OK(ctx, ctx->GetAttr("old", &old_));
    OP_REQUIRES(ctx, old_ >= -1 && old_ < num_inputs,
                errors::InvalidArgument("old must be the number of an input or -1, got ", old_));
//% end
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
      // Let go of at once, so that its buffer can be forwarded; TensorFlow keeps it until then.
      const Tensor input = ctx->input(i);
      shapes.push_back(input.shape());
      inputs.push_back(input.span<T>().data());
//% if chain.replaces_values
      if (i != old_) candidates.push_back(i);
//% else
      candidates.push_back(i);
//% end
    }
    std::shared_ptr<const ElementwiseChain> chain;
    OP_REQUIRES_OK(ctx, FindChain(shapes, &chain));
    Tensor* output = nullptr;
    const Span<const int> forwarded(candidates.data(), candidates.size());
    OP_REQUIRES_OK(ctx,
                   ctx->forward_input_or_allocate_output(forwarded, 0, chain->shape(), &output));
    if (output->NumElements() == 0) return;
//% if chain.replaces_values
    if (old_ >= 0 && shapes[static_cast<size_t>(old_)] == chain->shape()) {
      ctx->ReplaceValue(inputs[static_cast<size_t>(old_)], *output);
    }
//% end
    const int64_t cost = chain->cost();
    EnqueueWork(ctx, cost,
                [chain = std::move(chain), inputs = std::move(inputs),
                 output = output->span<T>()](ThreadPool* threads) mutable {
                  for (const T*& input : inputs) input = OnDevice(input);
                  chain->Run(inputs, OnDevice(output.data()), threads);
                });
  }

 private:
  // Nearly all calls have the shapes of the call before.
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
//% if chain.replaces_values
  int old_ = -1;  // the input that has the value of the variable which the output replaces
//% end
  std::mutex mutex_;
  std::vector<TensorShape> shapes_;  // guarded by mutex_, as is what is made for them
  std::shared_ptr<const ElementwiseChain> chain_;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
