// The grammar of gradients and of rewrites: Python's, as far as they need it.

#ifndef PLUGINGEN_OP_PARSE_EXPRESSION_H_
#define PLUGINGEN_OP_PARSE_EXPRESSION_H_

#include <optional>
#include <string>

#include "diag/diagnostic.h"
#include "diag/source_text.h"
#include "op/gradient.h"

namespace plugingen::op {

// The tree of an expression, in which names are not looked up yet. Nothing after a mistake, which
// goes to the sink (E0340).
std::optional<Expr> ParseExpression(const diag::SourceText& source, diag::Sink& sink);

// A line of a rewrite: an expression, perhaps with a name for it in front: "m = MatMul(a, b)".
// Calls may name several ops, "Relu|Elu(x)", and attrs of matched nodes are members:
// "m.transpose_a".
struct PatternLine {
  std::string name{};  // "" without one
  Place name_place{};
  Expr expr{};
};
std::optional<PatternLine> ParsePatternLine(const diag::SourceText& source, diag::Sink& sink);

}  // namespace plugingen::op

#endif  // PLUGINGEN_OP_PARSE_EXPRESSION_H_
