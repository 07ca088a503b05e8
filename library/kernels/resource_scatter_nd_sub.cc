// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/formula.h"
#include "reference/scatter_nd.h"

namespace pluggable {

namespace formula {

struct ResourceScatterNdSub {
  static constexpr auto kOperation = compute::ScatterOperation::kSub;

  template <typename T>
  T operator()([[maybe_unused]] T x, T y) const {
    return difference(x, y);
  }
};

}  // namespace formula

// ResourceScatterNdSub(ref: resource, indices: Tindices, updates: T)
template <typename T, typename Tindices>
class ResourceScatterNdSubOp : public VariableScatterNdOp {
 public:
  explicit ResourceScatterNdSubOp(OpKernelConstruction* ctx)
      : VariableScatterNdOp(ctx, "ResourceScatterNdSub",
                            ScatterFormulaOf<formula::ResourceScatterNdSub, T>()) {}
};

}  // namespace pluggable
