// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Less {
  static constexpr auto kFormula = compute::Formula::kLess;

  template <typename T>
  bool operator()(T x, T y) const {
    return x < y;
  }
};

}  // namespace formula

// Less(x: T, y: T) -> z: bool
template <typename T>
class LessOp : public BinaryOp<T, formula::Less, bool> {
 public:
  using BinaryOp<T, formula::Less, bool>::BinaryOp;
};

}  // namespace pluggable
