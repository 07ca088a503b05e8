#include <type_traits>

//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "@plugin.name@/op_kernel.h"

#include "reference/cast.h"
#include "reference/vectorized.h"

namespace @plugin.name@ {

// @kernel.signature@
template <typename SrcT, typename DstT>
class CastOp : public OpKernel {
 public:
  explicit CastOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("Truncate", &truncate_));
  }

  void Compute(OpKernelContext* ctx) override {
    if constexpr (std::is_same_v<SrcT, DstT>) {
      ctx->set_output(0, ctx->input(0));
      return;
    }
    const Tensor x = ctx->input(0);
    Tensor* y = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, x.shape(), &y));
    if (y->NumElements() == 0) return;
    if constexpr (DroppedBits<DstT, SrcT>() > 0) {
      if (truncate_) {
        return Enqueue(ctx, x, y, [](const SrcT& v) { return CastTo<DstT>(DropBits<DstT>(v)); });
      }
    }
    Enqueue(ctx, x, y, [](const SrcT& v) { return CastTo<DstT>(v); });
  }

 private:
  template <typename Convert>
  static void Enqueue(OpKernelContext* ctx, const Tensor& x, Tensor* y, Convert convert) {
    ctx->stream().ParallelFor(
        x.NumElements(), 1,
        Vectorized([convert, x = x.span<SrcT>(), y = y->span<DstT>()](int64_t begin, int64_t end) {
          const SrcT* const in = OnDevice(x.data());
          DstT* const out = OnDevice(y.data());
          for (int64_t i = begin; i < end; ++i) out[i] = convert(in[i]);
        }));
  }

  bool truncate_ = false;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
