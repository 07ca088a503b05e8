// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/elementwise.h"

namespace pluggable {

namespace formula {

struct LogicalAnd {
  static constexpr auto kFormula = compute::Formula::kLogicalAnd;

  bool operator()(bool x, bool y) const { return x && y; }
};

}  // namespace formula

// LogicalAnd(x: bool, y: bool) -> z: bool
class LogicalAndOp : public BinaryOp<bool, formula::LogicalAnd> {
 public:
  using BinaryOp<bool, formula::LogicalAnd>::BinaryOp;
};

}  // namespace pluggable
