// Shape rules as C++ that calls the library's ShapeRule (library/include/pluggable/shape_rule.h).

#ifndef PLUGINGEN_EMIT_SHAPE_TEXT_H_
#define PLUGINGEN_EMIT_SHAPE_TEXT_H_

#include <string>

#include "emit/value.h"
#include "op/op_def.h"
#include "op/shape_rule.h"

namespace plugingen::emit {

// Returns the statements of a rule's function, each on its own lines, without indentation:
//
//   DimList batch("batch");
//   rule.Match("a", {batch, 4});
//   rule.Set("y", {batch, 8});
std::string ShapeRuleText(const op::OpDef& def, const op::ShapeRules& rules);

// Returns the template value `shape` for src/generated/ops/each: names, the constant that describes
// the op, the lines of the rule and its statements.
Value ShapeView(const op::OpDef& def, const op::ShapeRules& rules);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_SHAPE_TEXT_H_
