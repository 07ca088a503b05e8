// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/formula.h"
#include "reference/scatter_nd.h"

namespace pluggable {

namespace formula {

struct TensorScatterSub {
  static constexpr auto kOperation = compute::ScatterOperation::kSub;

  template <typename T>
  T operator()([[maybe_unused]] T x, T y) const {
    return difference(x, y);
  }
};

}  // namespace formula

// TensorScatterSub(tensor: T, indices: Tindices, updates: T) -> output: T
template <typename T, typename Tindices>
class TensorScatterSubOp : public TensorScatterOp {
 public:
  explicit TensorScatterSubOp(OpKernelConstruction* ctx)
      : TensorScatterOp(ctx, ScatterFormulaOf<formula::TensorScatterSub, T>()) {}
};

}  // namespace pluggable
