#include "ops/@op.stem@_shape.h"

namespace pluggable {

// Which shapes @op.name@ takes, and which it gives.
// The rule runs while graphs are built, when much may be unknown, and in the kernel.
// "pluggable/shape_rule.h" tells what there is to say:
//
//   Dim n("n");
//   rule.Match("x", {n, 4});
//   rule.Set("y", {n, rule.Int("units")});
//
// Of an output that it says nothing of, nothing is known.
void @op.name@Rule(ShapeRule& rule) { static_cast<void>(rule); }

}  // namespace pluggable
