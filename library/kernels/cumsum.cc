// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/formula.h"
#include "reference/scan.h"

namespace pluggable {

namespace formula {

struct Cumsum {
  static constexpr auto kScan = compute::ScanPlan::Kind::kSum;
  static constexpr int kFirst = 0;

  template <typename T>
  T operator()(T x, T y) const {
    return sum(x, y);
  }
};

}  // namespace formula

// Cumsum(x: T, axis: Tidx) -> out: T
template <typename T, typename Tidx>
class CumsumOp : public ScanOp<T, formula::Cumsum> {
 public:
  using ScanOp<T, formula::Cumsum>::ScanOp;
};

}  // namespace pluggable
