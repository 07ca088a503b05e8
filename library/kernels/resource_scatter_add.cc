// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/formula.h"
#include "reference/scatter.h"

namespace pluggable {

namespace formula {

struct ResourceScatterAdd {
  static constexpr auto kOperation = compute::ScatterOperation::kAdd;

  template <typename T>
  T operator()([[maybe_unused]] T x, T y) const {
    return sum(x, y);
  }
};

}  // namespace formula

// ResourceScatterAdd(resource: resource, indices: Tindices, updates: dtype)
template <typename dtype, typename Tindices>
class ResourceScatterAddOp : public VariableScatterOp {
 public:
  explicit ResourceScatterAddOp(OpKernelConstruction* ctx)
      : VariableScatterOp(ctx, "ResourceScatterAdd",
                          ScatterFormulaOf<formula::ResourceScatterAdd, dtype>()) {}
};

}  // namespace pluggable
