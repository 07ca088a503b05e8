// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// A kernel of Snapshot, in every plugin. If a graph has an op that writes into its input, such as
// InplaceUpdate, Grappler replaces ops that pass their input on, such as x * 1, by Snapshot. The
// node is already placed by then, and Grappler does not check for a kernel.

#ifndef PLUGGABLE_PLUGIN_SNAPSHOT_H_
#define PLUGGABLE_PLUGIN_SNAPSHOT_H_

#include "pluggable/status.h"

namespace pluggable {

// Does nothing if the spec has kernels of the op.
Status RegisterSnapshot(const char* device_type);

}  // namespace pluggable

#endif  // PLUGGABLE_PLUGIN_SNAPSHOT_H_
