// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/elementwise.h"

namespace pluggable {

namespace formula {

struct LogicalNot {
  static constexpr auto kFormula = compute::Formula::kLogicalNot;

  bool operator()(bool x) const { return !x; }
};

}  // namespace formula

// LogicalNot(x: bool) -> y: bool
class LogicalNotOp : public UnaryOp<bool, formula::LogicalNot> {
 public:
  using UnaryOp<bool, formula::LogicalNot>::UnaryOp;
};

}  // namespace pluggable
