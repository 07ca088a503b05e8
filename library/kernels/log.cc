// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Log {
  static constexpr auto kFormula = compute::Formula::kLog;

  template <typename T>
  T operator()(T x) const {
    return log(x);
  }
};

}  // namespace formula

// Log(x: T) -> y: T
template <typename T>
class LogOp : public UnaryOp<T, formula::Log> {
 public:
  using UnaryOp<T, formula::Log>::UnaryOp;
};

}  // namespace pluggable
