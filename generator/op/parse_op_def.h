// TensorFlow's mini-language of op definitions, read as REGISTER_OP reads it, with positions.

#ifndef PLUGINGEN_OP_PARSE_OP_DEF_H_
#define PLUGINGEN_OP_PARSE_OP_DEF_H_

#include "diag/diagnostic.h"
#include "op/op_def.h"
#include "spec/spec.h"

namespace plugingen::op {

// The definition under `ops:`. What is wrong goes to the sink (E0360 to E0369) and is left out of
// the result.
OpDef ParseOpDef(const spec::OpEntry& entry, diag::Sink& sink);

// Whether nothing was left out. Otherwise a name that `def` lacks may be one that could not be
// read.
bool IsWhole(const OpDef& def, const spec::OpEntry& entry);

}  // namespace plugingen::op

#endif  // PLUGINGEN_OP_PARSE_OP_DEF_H_
