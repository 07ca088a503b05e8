// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/formula.h"
#include "reference/scatter_nd.h"

namespace pluggable {

namespace formula {

struct ResourceScatterNdAdd {
  static constexpr auto kOperation = compute::ScatterOperation::kAdd;

  template <typename T>
  T operator()([[maybe_unused]] T x, T y) const {
    return sum(x, y);
  }
};

}  // namespace formula

// ResourceScatterNdAdd(ref: resource, indices: Tindices, updates: T)
template <typename T, typename Tindices>
class ResourceScatterNdAddOp : public VariableScatterNdOp {
 public:
  explicit ResourceScatterNdAddOp(OpKernelConstruction* ctx)
      : VariableScatterNdOp(ctx, "ResourceScatterNdAdd",
                            ScatterFormulaOf<formula::ResourceScatterNdAdd, T>()) {}
};

}  // namespace pluggable
