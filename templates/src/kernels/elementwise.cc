#include <string>
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
  }

  void Compute(OpKernelContext* ctx) override {
    std::vector<TensorShape> shapes;
    std::vector<int> candidates;
    for (int i = 0; i < ctx->num_inputs(); ++i) {
      shapes.push_back(ctx->input_shape(i));
      candidates.push_back(i);
    }
    ElementwiseChain chain;
    OP_REQUIRES_OK(ctx, chain.Init(name(), steps_, shapes));
    Tensor* output = nullptr;
    const Span<const int> forwarded(candidates.data(), candidates.size());
    OP_REQUIRES_OK(ctx,
                   ctx->forward_input_or_allocate_output(forwarded, 0, chain.shape(), &output));
    if (output->NumElements() == 0) return;
    std::vector<Span<const T>> inputs;
    for (int i = 0; i < ctx->num_inputs(); ++i) inputs.push_back(ctx->input(i).span<T>());
    EnqueueWork(ctx, chain.cost(),
                [chain = std::move(chain), inputs = std::move(inputs),
                 output = output->span<T>()](ThreadPool* threads) {
                  std::vector<const T*> data;
                  for (const Span<const T>& input : inputs) data.push_back(OnDevice(input.data()));
                  chain.Run(data, OnDevice(output.data()), threads);
                });
  }

 private:
  std::vector<ChainStep> steps_;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
