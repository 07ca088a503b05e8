// The data types of a gradient's expression.

#ifndef PLUGINGEN_OP_EXPRESSION_TYPES_H_
#define PLUGINGEN_OP_EXPRESSION_TYPES_H_

#include "diag/diagnostic.h"
#include "diag/source_text.h"
#include "op/check_expression.h"
#include "op/gradient.h"
#include "op/op_def.h"

namespace plugingen::op {

// Whether ops get the types that they take, and the gradient has that of its input, with every type
// that tensors with gradients may have. `expr` has been checked otherwise. False after a mistake,
// which goes to the sink (E0350).
bool CheckTypes(const GradientScope& scope, const Arg& input, const diag::SourceText& source,
                Expr& expr, diag::Sink& sink);

}  // namespace plugingen::op

#endif  // PLUGINGEN_OP_EXPRESSION_TYPES_H_
