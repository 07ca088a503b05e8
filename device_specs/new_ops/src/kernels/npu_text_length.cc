#include "pluggable/kernel_shapes.h"
#include "pluggable/op_kernel.h"

#include <algorithm>
#include <string>
#include <vector>

#include "ops/npu_text_length_shape.h"

namespace pluggable {

// NpuTextLength(text: string) -> length: int32
class NpuTextLengthOp : public OpKernel {
 public:
  explicit NpuTextLengthOp(OpKernelConstruction* ctx)
      : OpKernel(ctx), shapes_(ctx, NpuTextLengthShape()) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("unit", &unit_));
  }

  void Compute(OpKernelContext* ctx) override {
    // Computed by the spec's rule: one shape for each output.
    std::vector<TensorShape> shapes;
    OP_REQUIRES_OK(ctx, shapes_.Infer(ctx, &shapes));
    const Tensor text = ctx->input(0);
    Tensor* length = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shapes[0], &length));
    // Both are in host memory, so there is nothing to enqueue.
    const Span<const tstring> texts = text.span<tstring>();
    std::transform(texts.begin(), texts.end(), length->span<int32_t>().begin(),
                   unit_ == "BYTE" ? Bytes : Characters);
  }

 private:
  static int32_t Bytes(const tstring& text) { return static_cast<int32_t>(text.size()); }
  // In UTF-8 all bytes of a character but its first begin with the bits 10.
  static int32_t Characters(const tstring& text) {
    return static_cast<int32_t>(
        std::count_if(text.begin(), text.end(), [](char byte) { return (byte & 0xc0) != 0x80; }));
  }

  KernelShapes shapes_;
  std::string unit_;
};

template KernelFunctions make_kernel<NpuTextLengthOp>();

}  // namespace pluggable
