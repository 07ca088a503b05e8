// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <utility>
#include <vector>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/einsum.h"
#include "reference/enqueue.h"

namespace pluggable {

// Einsum(inputs: N * T) -> output: T
template <typename T>
class EinsumOp : public OpKernel {
 public:
  explicit EinsumOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    std::string equation;
    OP_REQUIRES_OK(ctx, ctx->GetAttr("equation", &equation));
    OP_REQUIRES_OK(ctx, equation_.Parse(equation));
  }

  void Compute(OpKernelContext* ctx) override {
    std::vector<TensorShape> shapes;
    std::vector<Span<const T>> inputs;
    for (int i = 0; i < ctx->num_inputs(); ++i) {
      const Tensor input = ctx->input(i);
      shapes.push_back(input.shape());
      inputs.push_back(input.span<T>());
    }
    Einsum einsum;
    OP_REQUIRES_OK(ctx, einsum.Init(equation_, shapes));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, einsum.shape(), &output));
    if (output->NumElements() == 0) return;
    const int64_t cost = einsum.cost();
    EnqueueWork(ctx, cost,
                [einsum = std::move(einsum), inputs = std::move(inputs),
                 output = output->span<T>()](ThreadPool* threads) {
                  std::vector<const T*> operands;
                  for (const Span<const T> input : inputs)
                    operands.push_back(OnDevice(input.data()));
                  einsum.Run(operands, OnDevice(output), threads);
                });
  }

 private:
  EinsumEquation equation_;
};

}  // namespace pluggable
