#include "ops/@op.stem@_shape.h"

namespace pluggable {

// The shape rule of @op.name@.
// It runs while graphs are built, when much may be unknown, and in the kernel.
// "pluggable/shape_rule.h" documents the functions that it can call:
//
//   Dim n("n");
//   rule.Match("x", {n, 4});
//   rule.Set("y", {n, rule.Int("units")});
//
// The shape of an output that the rule does not set is unknown.
void @op.name@Rule(ShapeRule& rule) { static_cast<void>(rule); }

}  // namespace pluggable
