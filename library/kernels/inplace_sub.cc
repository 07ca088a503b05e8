// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/formula.h"
#include "reference/scatter.h"

namespace pluggable {

namespace formula {

struct InplaceSub {
  static constexpr auto kOperation = compute::ScatterOperation::kSub;

  template <typename T>
  T operator()([[maybe_unused]] T x, T y) const {
    return difference(x, y);
  }
};

}  // namespace formula

// InplaceSub(x: T, i: int32, v: T) -> y: T
template <typename T>
class InplaceSubOp : public InplaceOp {
 public:
  explicit InplaceSubOp(OpKernelConstruction* ctx)
      : InplaceOp(ctx, ScatterFormulaOf<formula::InplaceSub, T>()) {}
};

}  // namespace pluggable
