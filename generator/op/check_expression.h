// Resolves the names in a gradient's expression and checks it.

#ifndef PLUGINGEN_OP_CHECK_EXPRESSION_H_
#define PLUGINGEN_OP_CHECK_EXPRESSION_H_

#include "diag/diagnostic.h"
#include "diag/source_text.h"
#include "op/callee_finder.h"
#include "op/gradient.h"
#include "op/op_def.h"

namespace plugingen::op {

// The names that an expression can use.
struct GradientScope {
  const OpDef& op;  // the op with this gradient
  KnownOps ops;
};

// True if tensors of the argument's type have gradients.
bool HasGradient(const Arg& arg, const OpDef& op);

// Resolves the names of `expr`, the gradient of `input`, and checks it. Reports a mistake to the
// sink (E0341 to E0347, E0349, E0350) and returns false.
bool CheckExpression(const GradientScope& scope, const Arg& input, const diag::SourceText& source,
                     Expr& expr, diag::Sink& sink);

}  // namespace plugingen::op

#endif  // PLUGINGEN_OP_CHECK_EXPRESSION_H_
