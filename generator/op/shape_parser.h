// The grammar of shape rules. Only names and functions are left to the checker.

#ifndef PLUGINGEN_OP_SHAPE_PARSER_H_
#define PLUGINGEN_OP_SHAPE_PARSER_H_

#include <optional>

#include "diag/diagnostic.h"
#include "op/shape_rule.h"
#include "spec/spec.h"

namespace plugingen::op {

// The expression of one line under `shape:`, or nothing, which `sink` has been told.
std::optional<ShapeExpr> ParseShapeExpr(const spec::ShapeEntry& entry, diag::Sink& sink);

}  // namespace plugingen::op

#endif  // PLUGINGEN_OP_SHAPE_PARSER_H_
