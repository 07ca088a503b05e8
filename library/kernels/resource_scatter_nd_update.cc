// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/formula.h"
#include "reference/scatter_nd.h"

namespace pluggable {

namespace formula {

struct ResourceScatterNdUpdate {
  static constexpr auto kOperation = compute::ScatterOperation::kUpdate;

  template <typename T>
  T operator()([[maybe_unused]] T x, T y) const {
    return y;
  }
};

}  // namespace formula

// ResourceScatterNdUpdate(ref: resource, indices: Tindices, updates: T)
template <typename T, typename Tindices>
class ResourceScatterNdUpdateOp : public VariableScatterNdOp {
 public:
  explicit ResourceScatterNdUpdateOp(OpKernelConstruction* ctx)
      : VariableScatterNdOp(ctx, "ResourceScatterNdUpdate",
                            ScatterFormulaOf<formula::ResourceScatterNdUpdate, T>()) {}
};

}  // namespace pluggable
