// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <utility>

#include "pluggable/op_kernel.h"

#include "reference/broadcast.h"
#include "reference/elementwise.h"
#include "reference/special_functions.h"

namespace pluggable {

// Betainc(a: T, b: T, x: T) -> z: T
template <typename T>
class BetaincOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor a = ctx->input(0);
    const Tensor b = ctx->input(1);
    const Tensor x = ctx->input(2);
    OP_REQUIRES_OK(ctx, CheckShapes("a and b", a.shape(), b.shape()));
    OP_REQUIRES_OK(ctx, CheckShapes("a and x", a.shape(), x.shape()));
    OP_REQUIRES_OK(ctx, CheckShapes("b and x", b.shape(), x.shape()));
    Broadcast broadcast;
    broadcast.Init({&a.shape(), &b.shape(), &x.shape()});
    Tensor* z = nullptr;
    OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({0, 1, 2}, 0, broadcast.shape(), &z));
    if (z->NumElements() == 0) return;
    compute::ElementwisePlan plan = PlanElementwise(compute::Formula::kBetainc, {&a, &b, &x}, z);
    plan.broadcast = std::move(broadcast);
    plan.loop = &Loop;
    plan.cost = formula::kSpecialFunctionCost;
    OP_REQUIRES_OK(ctx, compute::Elementwise(ctx->stream(), plan));
  }

 private:
  static void Loop(const compute::ElementwisePlan& plan, int64_t begin, int64_t end) {
    const T* const a = OnDevice(static_cast<const T*>(plan.inputs[0].data));
    const T* const b = OnDevice(static_cast<const T*>(plan.inputs[1].data));
    const T* const x = OnDevice(static_cast<const T*>(plan.inputs[2].data));
    T* const z = OnDevice(static_cast<T*>(plan.out));
    plan.broadcast.ForEachRow(begin, end,
                              [=](int64_t out, int64_t count, const Broadcast::Offsets& offsets,
                                  const Broadcast::Offsets& steps) {
                                for (int64_t i = 0; i < count; ++i) {
                                  z[out + i] = formula::betainc(a[offsets[0] + i * steps[0]],
                                                                b[offsets[1] + i * steps[1]],
                                                                x[offsets[2] + i * steps[2]]);
                                }
                              });
  }

  // Scalars fit every shape; all other tensors must have one shape.
  static Status CheckShapes(const char* names, const TensorShape& x, const TensorShape& y) {
    if (x.dims() == 0 || y.dims() == 0 || x == y) return Status();
    return errors::InvalidArgument("Shapes of ", names, " are inconsistent: ", x.DebugString(),
                                   " vs. ", y.DebugString());
  }
};

}  // namespace pluggable
