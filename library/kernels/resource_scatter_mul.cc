// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/formula.h"
#include "reference/scatter.h"

namespace pluggable {

namespace formula {

struct ResourceScatterMul {
  static constexpr auto kOperation = compute::ScatterOperation::kMul;

  template <typename T>
  T operator()([[maybe_unused]] T x, T y) const {
    return product(x, y);
  }
};

}  // namespace formula

// ResourceScatterMul(resource: resource, indices: Tindices, updates: dtype)
template <typename dtype, typename Tindices>
class ResourceScatterMulOp : public VariableScatterOp {
 public:
  explicit ResourceScatterMulOp(OpKernelConstruction* ctx)
      : VariableScatterOp(ctx, "ResourceScatterMul",
                          ScatterFormulaOf<formula::ResourceScatterMul, dtype>()) {}
};

}  // namespace pluggable
