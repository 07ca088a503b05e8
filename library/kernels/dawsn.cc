// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/elementwise.h"
#include "reference/special_functions.h"

namespace pluggable {

namespace formula {

struct Dawsn {
  static constexpr auto kFormula = compute::Formula::kDawsn;
  static constexpr int64_t kCost = kSpecialFunctionCost;

  template <typename T>
  T operator()(T x) const {
    return dawsn(x);
  }
};

}  // namespace formula

// Dawsn(x: T) -> y: T
template <typename T>
class DawsnOp : public UnaryOp<T, formula::Dawsn> {
 public:
  using UnaryOp<T, formula::Dawsn>::UnaryOp;
};

}  // namespace pluggable
