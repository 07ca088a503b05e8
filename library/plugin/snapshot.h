// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// A kernel of Snapshot, for every plugin. Grappler makes that op of one that passes its input on,
// as x * 1 does, if the graph has an op that writes into its input, InplaceUpdate for instance. By
// then the node has its device, and nobody asks for a kernel there.

#ifndef PLUGGABLE_PLUGIN_SNAPSHOT_H_
#define PLUGGABLE_PLUGIN_SNAPSHOT_H_

#include "pluggable/status.h"

namespace pluggable {

// Does nothing if the spec has kernels of the op.
Status RegisterSnapshot(const char* device_type);

}  // namespace pluggable

#endif  // PLUGGABLE_PLUGIN_SNAPSHOT_H_
