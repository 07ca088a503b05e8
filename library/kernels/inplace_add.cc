// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/formula.h"
#include "reference/scatter.h"

namespace pluggable {

namespace formula {

struct InplaceAdd {
  static constexpr auto kOperation = compute::ScatterOperation::kAdd;

  template <typename T>
  T operator()([[maybe_unused]] T x, T y) const {
    return sum(x, y);
  }
};

}  // namespace formula

// InplaceAdd(x: T, i: int32, v: T) -> y: T
template <typename T>
class InplaceAddOp : public InplaceOp {
 public:
  explicit InplaceAddOp(OpKernelConstruction* ctx)
      : InplaceOp(ctx, ScatterFormulaOf<formula::InplaceAdd, T>()) {}
};

}  // namespace pluggable
