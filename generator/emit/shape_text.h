// Shape rules as C++: calls of the emitted ShapeRule (library/include/pluggable/shape_rule.h).

#ifndef PLUGINGEN_EMIT_SHAPE_TEXT_H_
#define PLUGINGEN_EMIT_SHAPE_TEXT_H_

#include <string>

#include "emit/value.h"
#include "op/op_def.h"
#include "op/shape_rule.h"

namespace plugingen::emit {

// The statements of a rule's function, each on lines of its own, without indentation:
//
//   DimList batch("batch");
//   rule.Match("a", {batch, 4});
//   rule.Set("y", {batch, 8});
std::string ShapeRuleText(const op::OpDef& def, const op::ShapeRules& rules);

// What the templates of src/generated/ops/each call `shape`: names, the constant that describes the
// op, the rule's lines and its statements.
Value ShapeView(const op::OpDef& def, const op::ShapeRules& rules);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_SHAPE_TEXT_H_
