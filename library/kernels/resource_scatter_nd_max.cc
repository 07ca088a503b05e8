// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/formula.h"
#include "reference/scatter_nd.h"

namespace pluggable {

namespace formula {

struct ResourceScatterNdMax {
  static constexpr auto kOperation = compute::ScatterOperation::kMax;

  template <typename T>
  T operator()([[maybe_unused]] T x, T y) const {
    return y > x ? y : x;
  }
};

}  // namespace formula

// ResourceScatterNdMax(ref: resource, indices: Tindices, updates: T)
template <typename T, typename Tindices>
class ResourceScatterNdMaxOp : public VariableScatterNdOp {
 public:
  explicit ResourceScatterNdMaxOp(OpKernelConstruction* ctx)
      : VariableScatterNdOp(ctx, "ResourceScatterNdMax",
                            ScatterFormulaOf<formula::ResourceScatterNdMax, T>()) {}
};

}  // namespace pluggable
