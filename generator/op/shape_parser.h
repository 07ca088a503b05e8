// Parses shape rules. The checker resolves names and functions later.

#ifndef PLUGINGEN_OP_SHAPE_PARSER_H_
#define PLUGINGEN_OP_SHAPE_PARSER_H_

#include <optional>

#include "diag/diagnostic.h"
#include "op/shape_rule.h"
#include "spec/spec.h"

namespace plugingen::op {

// Parses the expression of a line of `shape:`. Reports a mistake to `sink` and returns nothing.
std::optional<ShapeExpr> ParseShapeExpr(const spec::ShapeEntry& entry, diag::Sink& sink);

}  // namespace plugingen::op

#endif  // PLUGINGEN_OP_SHAPE_PARSER_H_
