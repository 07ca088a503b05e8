#include "ops/@op.stem@_shape.h"

namespace pluggable {

// The shapes that @op.name@ takes, and those that it returns.
// The rule runs while graphs are built, when much may be unknown, and in the kernel.
// "pluggable/shape_rule.h" documents what it can say:
//
//   Dim n("n");
//   rule.Match("x", {n, 4});
//   rule.Set("y", {n, rule.Int("units")});
//
// The shape of an output that it does not set is unknown.
void @op.name@Rule(ShapeRule& rule) { static_cast<void>(rule); }

}  // namespace pluggable
