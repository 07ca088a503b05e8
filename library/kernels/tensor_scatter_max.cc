// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/formula.h"
#include "reference/scatter_nd.h"

namespace pluggable {

namespace formula {

struct TensorScatterMax {
  static constexpr auto kOperation = compute::ScatterOperation::kMax;

  template <typename T>
  T operator()([[maybe_unused]] T x, T y) const {
    return y > x ? y : x;
  }
};

}  // namespace formula

// TensorScatterMax(tensor: T, indices: Tindices, updates: T) -> output: T
template <typename T, typename Tindices>
class TensorScatterMaxOp : public TensorScatterOp {
 public:
  explicit TensorScatterMaxOp(OpKernelConstruction* ctx)
      : TensorScatterOp(ctx, ScatterFormulaOf<formula::TensorScatterMax, T>()) {}
};

}  // namespace pluggable
