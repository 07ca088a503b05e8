// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/formula.h"
#include "reference/scatter_nd.h"

namespace pluggable {

namespace formula {

struct TensorScatterUpdate {
  static constexpr auto kOperation = compute::ScatterOperation::kUpdate;

  template <typename T>
  T operator()([[maybe_unused]] T x, T y) const {
    return y;
  }
};

}  // namespace formula

// TensorScatterUpdate(tensor: T, indices: Tindices, updates: T) -> output: T
template <typename T, typename Tindices>
class TensorScatterUpdateOp : public TensorScatterOp {
 public:
  explicit TensorScatterUpdateOp(OpKernelConstruction* ctx)
      : TensorScatterOp(ctx, ScatterFormulaOf<formula::TensorScatterUpdate, T>()) {}
};

}  // namespace pluggable
