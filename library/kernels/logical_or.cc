// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/elementwise.h"

namespace pluggable {

namespace formula {

struct LogicalOr {
  static constexpr auto kFormula = compute::Formula::kLogicalOr;

  bool operator()(bool x, bool y) const { return x || y; }
};

}  // namespace formula

// LogicalOr(x: bool, y: bool) -> z: bool
class LogicalOrOp : public BinaryOp<bool, formula::LogicalOr> {
 public:
  using BinaryOp<bool, formula::LogicalOr>::BinaryOp;
};

}  // namespace pluggable
