// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <vector>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/einsum.h"

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
    std::vector<Tensor> inputs;
    for (int i = 0; i < ctx->num_inputs(); ++i) {
      inputs.push_back(ctx->input(i));
      shapes.push_back(inputs.back().shape());
    }
    Einsum einsum;
    OP_REQUIRES_OK(ctx, einsum.Init(equation_, shapes));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, einsum.shape(), &output));
    if (output->NumElements() == 0) return;
    OP_REQUIRES_OK(ctx, einsum.Enqueue<T>(ctx, inputs, output));
  }

 private:
  EinsumEquation equation_;
};

}  // namespace pluggable
