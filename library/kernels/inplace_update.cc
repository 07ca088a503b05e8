// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/formula.h"
#include "reference/scatter.h"

namespace pluggable {

namespace formula {

struct InplaceUpdate {
  static constexpr auto kOperation = compute::ScatterOperation::kUpdate;

  template <typename T>
  T operator()([[maybe_unused]] T x, T y) const {
    return y;
  }
};

}  // namespace formula

// InplaceUpdate(x: T, i: int32, v: T) -> y: T
template <typename T>
class InplaceUpdateOp : public InplaceOp {
 public:
  explicit InplaceUpdateOp(OpKernelConstruction* ctx)
      : InplaceOp(ctx, ScatterFormulaOf<formula::InplaceUpdate, T>()) {}
};

}  // namespace pluggable
