// The data types in a gradient's expression.

#ifndef PLUGINGEN_OP_EXPRESSION_TYPES_H_
#define PLUGINGEN_OP_EXPRESSION_TYPES_H_

#include "diag/diagnostic.h"
#include "diag/source_text.h"
#include "op/check_expression.h"
#include "op/gradient.h"
#include "op/op_def.h"

namespace plugingen::op {

// Checks for every possible type of the tensors that ops get types that they accept and that the
// gradient has the type of its input. `expr` must have passed the other checks. Reports a mistake
// to the sink (E0350) and returns false.
bool CheckTypes(const GradientScope& scope, const Arg& input, const diag::SourceText& source,
                Expr& expr, diag::Sink& sink);

}  // namespace plugingen::op

#endif  // PLUGINGEN_OP_EXPRESSION_TYPES_H_
