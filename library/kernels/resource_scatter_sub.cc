// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/formula.h"
#include "reference/scatter.h"

namespace pluggable {

namespace formula {

struct ResourceScatterSub {
  static constexpr auto kOperation = compute::ScatterOperation::kSub;

  template <typename T>
  T operator()([[maybe_unused]] T x, T y) const {
    return difference(x, y);
  }
};

}  // namespace formula

// ResourceScatterSub(resource: resource, indices: Tindices, updates: dtype)
template <typename dtype, typename Tindices>
class ResourceScatterSubOp : public VariableScatterOp {
 public:
  explicit ResourceScatterSubOp(OpKernelConstruction* ctx)
      : VariableScatterOp(ctx, "ResourceScatterSub",
                          ScatterFormulaOf<formula::ResourceScatterSub, dtype>()) {}
};

}  // namespace pluggable
