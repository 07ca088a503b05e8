// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/formula.h"
#include "reference/scatter_nd.h"

namespace pluggable {

namespace formula {

struct ResourceScatterNdMin {
  static constexpr auto kOperation = compute::ScatterOperation::kMin;

  template <typename T>
  T operator()([[maybe_unused]] T x, T y) const {
    return y < x ? y : x;
  }
};

}  // namespace formula

// ResourceScatterNdMin(ref: resource, indices: Tindices, updates: T)
template <typename T, typename Tindices>
class ResourceScatterNdMinOp : public VariableScatterNdOp {
 public:
  explicit ResourceScatterNdMinOp(OpKernelConstruction* ctx)
      : VariableScatterNdOp(ctx, "ResourceScatterNdMin",
                            ScatterFormulaOf<formula::ResourceScatterNdMin, T>()) {}
};

}  // namespace pluggable
