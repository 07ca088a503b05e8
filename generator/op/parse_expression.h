// The grammar of gradients: Python's, as far as formulas need it.

#ifndef PLUGINGEN_OP_PARSE_EXPRESSION_H_
#define PLUGINGEN_OP_PARSE_EXPRESSION_H_

#include <optional>

#include "diag/diagnostic.h"
#include "diag/source_text.h"
#include "op/gradient.h"

namespace plugingen::op {

// The tree of an expression, in which names are not looked up yet. Nothing after a mistake, which
// goes to the sink (E0340).
std::optional<Expr> ParseExpression(const diag::SourceText& source, diag::Sink& sink);

}  // namespace plugingen::op

#endif  // PLUGINGEN_OP_PARSE_EXPRESSION_H_
