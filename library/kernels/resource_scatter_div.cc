// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/formula.h"
#include "reference/scatter.h"

namespace pluggable {

namespace formula {

struct ResourceScatterDiv {
  static constexpr auto kOperation = compute::ScatterOperation::kDiv;

  template <typename T>
  T operator()([[maybe_unused]] T x, T y) const {
    return y == -1 ? negative(x) : x / y;
  }
};

}  // namespace formula

// ResourceScatterDiv(resource: resource, indices: Tindices, updates: dtype)
template <typename dtype, typename Tindices>
class ResourceScatterDivOp : public VariableScatterOp {
 public:
  explicit ResourceScatterDivOp(OpKernelConstruction* ctx)
      : VariableScatterOp(ctx, "ResourceScatterDiv",
                          ScatterFormulaOf<formula::ResourceScatterDiv, dtype>()) {}
};

}  // namespace pluggable
