// What the names of a gradient's expression mean, and whether it fits together.

#ifndef PLUGINGEN_OP_CHECK_EXPRESSION_H_
#define PLUGINGEN_OP_CHECK_EXPRESSION_H_

#include "diag/diagnostic.h"
#include "diag/source_text.h"
#include "op/callee_finder.h"
#include "op/gradient.h"
#include "op/op_def.h"

namespace plugingen::op {

// What an expression may speak of.
struct GradientScope {
  const OpDef& op;  // whose gradient it is
  KnownOps ops;
};

// Whether tensors of an argument's type have gradients.
bool HasGradient(const Arg& arg, const OpDef& op);

// Resolves the names of `expr`, which is to be the gradient of `input`, and checks it. False after
// a mistake, which goes to the sink (E0341 to E0347, E0349, E0350).
bool CheckExpression(const GradientScope& scope, const Arg& input, const diag::SourceText& source,
                     Expr& expr, diag::Sink& sink);

}  // namespace plugingen::op

#endif  // PLUGINGEN_OP_CHECK_EXPRESSION_H_
