// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <type_traits>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/cast.h"
#include "reference/vectorized.h"

namespace pluggable {

// Cast(x: SrcT) -> y: DstT
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

}  // namespace pluggable
