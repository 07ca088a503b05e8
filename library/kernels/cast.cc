// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <type_traits>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/cast.h"
#include "reference/elementwise.h"
#include "reference/widen.h"

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
    compute::ElementwisePlan plan = PlanElementwise(compute::Formula::kCast, {&x}, y);
    plan.loop = &Loop<Conversion>;
    if constexpr (DroppedBits<DstT, SrcT>() > 0) {
      if (truncate_) {
        plan.formula = compute::Formula::kTruncatedCast;
        plan.loop = &Loop<Truncation>;
      }
    }
    OP_REQUIRES_OK(ctx, compute::Elementwise(ctx->stream(), plan));
  }

 private:
  struct Conversion {
    DstT operator()(const SrcT& v) const { return CastTo<DstT>(v); }
  };
  struct Truncation {
    DstT operator()(const SrcT& v) const { return CastTo<DstT>(DropBits<DstT>(v)); }
  };

  template <typename Convert>
  static void Loop(const compute::ElementwisePlan& plan, int64_t begin, int64_t end) {
    constexpr bool kIsConversion = std::is_same_v<Convert, Conversion>;
    const SrcT* const x = OnDevice(static_cast<const SrcT*>(plan.inputs[0].data)) + begin;
    DstT* const y = OnDevice(static_cast<DstT*>(plan.out)) + begin;
    if constexpr (kIsConversion && kIsNarrowFloat<SrcT> && std::is_same_v<DstT, float>) {
      WidenRun(x, y, end - begin);
    } else if constexpr (kIsConversion && std::is_same_v<SrcT, float> && kIsNarrowFloat<DstT>) {
      NarrowRun(x, y, end - begin);
    } else {
      Vectorized([](const SrcT* in, DstT* out, int64_t count) {
        for (int64_t i = 0; i < count; ++i) out[i] = Convert()(in[i]);
      })(x, y, end - begin);
    }
  }

  bool truncate_ = false;
};

}  // namespace pluggable
