// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <vector>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/enqueue.h"
#include "reference/formula.h"
#include "reference/scatter.h"

namespace pluggable {

namespace formula {

struct InplaceSub {
  template <typename T>
  T operator()([[maybe_unused]] T x, T y) const {
    return difference(x, y);
  }
};

}  // namespace formula

// InplaceSub(x: T, i: int32, v: T) -> y: T
//
// Writes into the very tensor that it is given, whoever else holds it: the result is that tensor.
template <typename T>
class InplaceSubOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    Tensor x = ctx->input(0);
    const Tensor i = ctx->input(1);
    const Tensor v = ctx->input(2);
    OP_REQUIRES(ctx, i.dims() == 1,
                errors::InvalidArgument("i must be a vector. ", i.shape().DebugString()));
    OP_REQUIRES(ctx, x.dims() == v.dims(),
                errors::InvalidArgument("x and v shape doesn't match (ranks differ): ",
                                        x.shape().DebugString(), " vs. ", v.shape().DebugString()));
    for (int d = 1; d < x.dims(); ++d) {
      OP_REQUIRES(
          ctx, x.dim_size(d) == v.dim_size(d),
          errors::InvalidArgument("x and v shape doesn't match at index ", d, " : ",
                                  x.shape().DebugString(), " vs. ", v.shape().DebugString()));
    }
    OP_REQUIRES(ctx, v.dims() > 0 && i.dim_size(0) == v.dim_size(0),
                errors::InvalidArgument("i and x shape doesn't match at index 0: ",
                                        i.shape().DebugString(), " vs. ", v.shape().DebugString()));
    if (x.NumElements() > 0 && v.NumElements() > 0) {
      ctx->UseMemory(internal::OpMemory::Use::kWritten, x);
      EnqueueWork(ctx, v.NumElements() + i.NumElements(),
                  [rows = x.dim_size(0), x = x.span<T>(), i = i.span<int32_t>(),
                   v = v.span<T>()](ThreadPool* threads) {
                    // Indices of any size and sign count around.
                    std::vector<int64_t> to;
                    for (const int64_t row : OnDevice(i)) to.push_back((row % rows + rows) % rows);
                    const int64_t size = static_cast<int64_t>(x.size()) / rows;
                    UpdateSlices<Update>(OnDevice(x), size, to, OnDevice(v.data()), size, threads);
                  });
    }
    ctx->set_output(0, x);
  }

 private:
  using Update = formula::InplaceSub;
};

}  // namespace pluggable
