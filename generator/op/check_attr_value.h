// The value that a call in a gradient passes for an attr.

#ifndef PLUGINGEN_OP_CHECK_ATTR_VALUE_H_
#define PLUGINGEN_OP_CHECK_ATTR_VALUE_H_

#include <string>

#include "diag/diagnostic.h"
#include "diag/source_text.h"
#include "op/gradient.h"
#include "op/op_def.h"

namespace plugingen::op {

// Returns the expected value for a message: "a bool", "a list of ints".
std::string AttrValueText(const Attr& attr);

// Checks the value for `attr` of op `callee` in the gradient of `op`. Resolves names in it to attrs
// of `op` or data types. Reports a mistake to the sink (E0346) and returns false.
bool CheckAttrValue(const OpDef& op, const std::string& callee, const Attr& attr,
                    const diag::SourceText& source, Expr& value, diag::Sink& sink);

}  // namespace plugingen::op

#endif  // PLUGINGEN_OP_CHECK_ATTR_VALUE_H_
