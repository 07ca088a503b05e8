// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/formula.h"
#include "reference/scatter.h"

namespace pluggable {

namespace formula {

struct ResourceScatterUpdate {
  static constexpr auto kOperation = compute::ScatterOperation::kUpdate;

  template <typename T>
  T operator()([[maybe_unused]] T x, T y) const {
    return y;
  }
};

}  // namespace formula

// ResourceScatterUpdate(resource: resource, indices: Tindices, updates: dtype)
template <typename dtype, typename Tindices>
class ResourceScatterUpdateOp : public VariableScatterOp {
 public:
  explicit ResourceScatterUpdateOp(OpKernelConstruction* ctx)
      : VariableScatterOp(ctx, "ResourceScatterUpdate",
                          ScatterFormulaOf<formula::ResourceScatterUpdate, dtype>()) {}
};

}  // namespace pluggable
