// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/formula.h"
#include "reference/scan.h"

namespace pluggable {

namespace formula {

struct Cumprod {
  static constexpr auto kScan = compute::ScanPlan::Kind::kProduct;
  static constexpr int kFirst = 1;

  template <typename T>
  T operator()(T x, T y) const {
    return product(x, y);
  }
};

}  // namespace formula

// Cumprod(x: T, axis: Tidx) -> out: T
template <typename T, typename Tidx>
class CumprodOp : public ScanOp<T, formula::Cumprod> {
 public:
  using ScanOp<T, formula::Cumprod>::ScanOp;
};

}  // namespace pluggable
