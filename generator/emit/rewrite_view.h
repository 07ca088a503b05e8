// What templates see of `graph:`.

#ifndef PLUGINGEN_EMIT_REWRITE_VIEW_H_
#define PLUGINGEN_EMIT_REWRITE_VIEW_H_

#include "emit/value.h"
#include "model/plugin.h"

namespace plugingen::emit {

// Whether something happens to graphs: TF_InitGraph is emitted.
bool HasGraph(const model::Plugin& plugin);

Value GraphView(const model::Plugin& plugin);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_REWRITE_VIEW_H_
