// The primitives that a plugin's kernels use and the code that computes them on its device, for
// docs/primitives.md.

#ifndef PLUGINGEN_EMIT_PRIMITIVES_VIEW_H_
#define PLUGINGEN_EMIT_PRIMITIVES_VIEW_H_

#include "emit/value.h"
#include "model/plugin.h"

namespace plugingen::emit {

// Returns items with a `name`, `purpose`, `ops` (those of the plugin, "Conv2D, Conv3D") and
// `shares` ("CNN 29 %, ResNet-50 20 %"; "less than 1 %"). Leaves out primitives that no op of the
// plugin uses.
List PrimitivesView(const model::Plugin& plugin);

// Returns the sources that compute these primitives on the plugin's device: items with a
// `primitive`, `source` ("cuBLASLt", "softmax.inc"), `types` ("float, half", "4 bytes") and
// `leaves`, which says what the source leaves to the next one or to the host ("" if nothing). Empty
// if the backend uses no kernels of the library.
List SourcesView(const model::Plugin& plugin);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_PRIMITIVES_VIEW_H_
