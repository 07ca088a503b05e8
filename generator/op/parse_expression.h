// Parses the expressions of gradients and rewrites. The grammar is a subset of Python's.

#ifndef PLUGINGEN_OP_PARSE_EXPRESSION_H_
#define PLUGINGEN_OP_PARSE_EXPRESSION_H_

#include <optional>
#include <string>

#include "diag/diagnostic.h"
#include "diag/source_text.h"
#include "op/gradient.h"

namespace plugingen::op {

// Returns the tree of an expression, whose names are not resolved. Reports a mistake to the sink
// (E0340) and returns nothing.
std::optional<Expr> ParseExpression(const diag::SourceText& source, diag::Sink& sink);

// A line of a rewrite: an expression with an optional name: "m = MatMul(a, b)". A call can name
// several ops, "Relu|Elu(x)". Attrs of matched nodes are members: "m.transpose_a".
struct PatternLine {
  std::string name{};  // "" if there is none
  Place name_place{};
  Expr expr{};
};
std::optional<PatternLine> ParsePatternLine(const diag::SourceText& source, diag::Sink& sink);

}  // namespace plugingen::op

#endif  // PLUGINGEN_OP_PARSE_EXPRESSION_H_
