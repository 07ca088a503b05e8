// Parses op definitions with positions, in the notation of REGISTER_OP.

#ifndef PLUGINGEN_OP_PARSE_OP_DEF_H_
#define PLUGINGEN_OP_PARSE_OP_DEF_H_

#include "diag/diagnostic.h"
#include "op/op_def.h"
#include "spec/spec.h"

namespace plugingen::op {

// Parses an item of `ops:`. Reports mistakes to the sink (E0360 to E0369) and leaves them out of
// the result.
OpDef ParseOpDef(const spec::OpEntry& entry, diag::Sink& sink);

// True if nothing was left out. Otherwise a name that is missing in `def` may exist in the spec.
bool IsWhole(const OpDef& def, const spec::OpEntry& entry);

}  // namespace plugingen::op

#endif  // PLUGINGEN_OP_PARSE_OP_DEF_H_
