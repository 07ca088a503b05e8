// The primitives that a plugin's kernels plan for, and what computes them on its device, as
// docs/primitives.md lists them.

#ifndef PLUGINGEN_EMIT_PRIMITIVES_VIEW_H_
#define PLUGINGEN_EMIT_PRIMITIVES_VIEW_H_

#include "emit/value.h"
#include "model/plugin.h"

namespace plugingen::emit {

// A list of items with a `name`, `purpose`, `ops` (those of the plugin, "Conv2D, Conv3D") and
// `shares` ("CNN 29 %, ResNet-50 20 %"; "less than 1 %"). Primitives that no op of the plugin needs
// are left out.
List PrimitivesView(const model::Plugin& plugin);

// What of the library computes these primitives on the plugin's device: a list of items with a
// `primitive`, `source` ("cuBLASLt", "softmax.inc"), `types` ("float, half", "4 bytes") and
// `leaves` (what the source leaves to the next one, or to the host; "" if nothing). Empty if the
// backend has no kernels of the library's.
List SourcesView(const model::Plugin& plugin);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_PRIMITIVES_VIEW_H_
