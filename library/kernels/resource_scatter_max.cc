// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/formula.h"
#include "reference/scatter.h"

namespace pluggable {

namespace formula {

struct ResourceScatterMax {
  static constexpr auto kOperation = compute::ScatterOperation::kMax;

  template <typename T>
  T operator()([[maybe_unused]] T x, T y) const {
    return y > x ? y : x;
  }
};

}  // namespace formula

// ResourceScatterMax(resource: resource, indices: Tindices, updates: dtype)
template <typename dtype, typename Tindices>
class ResourceScatterMaxOp : public VariableScatterOp {
 public:
  explicit ResourceScatterMaxOp(OpKernelConstruction* ctx)
      : VariableScatterOp(ctx, "ResourceScatterMax",
                          ScatterFormulaOf<formula::ResourceScatterMax, dtype>()) {}
};

}  // namespace pluggable
