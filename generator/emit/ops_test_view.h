// Template values for the emitted Python test of new ops: arguments that match their definitions.

#ifndef PLUGINGEN_EMIT_OPS_TEST_VIEW_H_
#define PLUGINGEN_EMIT_OPS_TEST_VIEW_H_

#include "emit/value.h"
#include "model/plugin.h"

namespace plugingen::emit {

// Returns an item for each new op with a kernel. docs/templates.md lists the names.
List OpsTestView(const model::Plugin& plugin);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_OPS_TEST_VIEW_H_
