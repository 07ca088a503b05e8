// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Kernels of LogicalAnd, LogicalNot and LogicalOr in host memory. Only nodes with their label use
// them: the graph optimizer sets the label (graph/host_logic.h).

#ifndef PLUGGABLE_PLUGIN_HOST_LOGIC_H_
#define PLUGGABLE_PLUGIN_HOST_LOGIC_H_

#include "pluggable/status.h"

namespace pluggable {

// The value of a node's attr _kernel.
constexpr char kHostLogicLabel[] = "host_memory";

Status RegisterHostLogic(const char* device_type);

}  // namespace pluggable

#endif  // PLUGGABLE_PLUGIN_HOST_LOGIC_H_
