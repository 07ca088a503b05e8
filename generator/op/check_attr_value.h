// The value that a call in a gradient gives to an attr.

#ifndef PLUGINGEN_OP_CHECK_ATTR_VALUE_H_
#define PLUGINGEN_OP_CHECK_ATTR_VALUE_H_

#include <string>

#include "diag/diagnostic.h"
#include "diag/source_text.h"
#include "op/gradient.h"
#include "op/op_def.h"

namespace plugingen::op {

// "a bool", "a list of ints": what an attr takes, for a message.
std::string AttrValueText(const Attr& attr);

// Checks `value`, given to `attr` of op `callee` in the gradient of `op`; names become attrs of
// `op` or data types. False after a mistake, which goes to the sink (E0346).
bool CheckAttrValue(const OpDef& op, const std::string& callee, const Attr& attr,
                    const diag::SourceText& source, Expr& value, diag::Sink& sink);

}  // namespace plugingen::op

#endif  // PLUGINGEN_OP_CHECK_ATTR_VALUE_H_
