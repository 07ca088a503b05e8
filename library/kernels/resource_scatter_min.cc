// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/formula.h"
#include "reference/scatter.h"

namespace pluggable {

namespace formula {

struct ResourceScatterMin {
  static constexpr auto kOperation = compute::ScatterOperation::kMin;

  template <typename T>
  T operator()([[maybe_unused]] T x, T y) const {
    return y < x ? y : x;
  }
};

}  // namespace formula

// ResourceScatterMin(resource: resource, indices: Tindices, updates: dtype)
template <typename dtype, typename Tindices>
class ResourceScatterMinOp : public VariableScatterOp {
 public:
  explicit ResourceScatterMinOp(OpKernelConstruction* ctx)
      : VariableScatterOp(ctx, "ResourceScatterMin",
                          ScatterFormulaOf<formula::ResourceScatterMin, dtype>()) {}
};

}  // namespace pluggable
