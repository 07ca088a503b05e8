#include "ops/@op.stem@_shape.h"

namespace @plugin.name@ {

// Which shapes @op.name@ takes, and which it gives: "@plugin.name@/shape_rule.h" tells what there
// is to say. The rule runs while graphs are built, when much may be unknown, and in the kernel.
void @op.name@Rule(ShapeRule& rule) {
  // rule.Match("x", {batch, n}) checks an input, rule.Set("y", rule.SameAs("x")) sets an output.
  // Of an output that it says nothing of, nothing is known.
  static_cast<void>(rule);
}

}  // namespace @plugin.name@
