// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/formula.h"
#include "reference/scatter_nd.h"

namespace pluggable {

namespace formula {

struct TensorScatterAdd {
  static constexpr auto kOperation = compute::ScatterOperation::kAdd;

  template <typename T>
  T operator()([[maybe_unused]] T x, T y) const {
    return sum(x, y);
  }
};

}  // namespace formula

// TensorScatterAdd(tensor: T, indices: Tindices, updates: T) -> output: T
template <typename T, typename Tindices>
class TensorScatterAddOp : public TensorScatterOp {
 public:
  explicit TensorScatterAddOp(OpKernelConstruction* ctx)
      : TensorScatterOp(ctx, ScatterFormulaOf<formula::TensorScatterAdd, T>()) {}
};

}  // namespace pluggable
