// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/formula.h"
#include "reference/scatter_nd.h"

namespace pluggable {

namespace formula {

struct ScatterNd {
  static constexpr auto kOperation = compute::ScatterOperation::kAdd;

  template <typename T>
  T operator()([[maybe_unused]] T x, T y) const {
    return sum(x, y);
  }
};

}  // namespace formula

// ScatterNd(indices: Tindices, updates: T, shape: Tindices) -> output: T
template <typename T, typename Tindices>
class ScatterNdOp : public ZerosScatterOp {
 public:
  explicit ScatterNdOp(OpKernelConstruction* ctx)
      : ZerosScatterOp(ctx, ScatterFormulaOf<formula::ScatterNd, T>()) {}
};

}  // namespace pluggable
