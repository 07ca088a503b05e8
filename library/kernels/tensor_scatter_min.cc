// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/formula.h"
#include "reference/scatter_nd.h"

namespace pluggable {

namespace formula {

struct TensorScatterMin {
  static constexpr auto kOperation = compute::ScatterOperation::kMin;

  template <typename T>
  T operator()([[maybe_unused]] T x, T y) const {
    return y < x ? y : x;
  }
};

}  // namespace formula

// TensorScatterMin(tensor: T, indices: Tindices, updates: T) -> output: T
template <typename T, typename Tindices>
class TensorScatterMinOp : public TensorScatterOp {
 public:
  explicit TensorScatterMinOp(OpKernelConstruction* ctx)
      : TensorScatterOp(ctx, ScatterFormulaOf<formula::TensorScatterMin, T>()) {}
};

}  // namespace pluggable
