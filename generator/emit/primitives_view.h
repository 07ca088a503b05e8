// The primitives that a plugin's kernels plan for, as docs/primitives.md lists them.

#ifndef PLUGINGEN_EMIT_PRIMITIVES_VIEW_H_
#define PLUGINGEN_EMIT_PRIMITIVES_VIEW_H_

#include "emit/value.h"
#include "model/plugin.h"

namespace plugingen::emit {

// A list of items with a `name`, `purpose`, `ops` (those of the plugin, "Conv2D, Conv3D") and
// `shares` ("CNN 29 %, ResNet-50 20 %"; "less than 1 %"). Primitives that no op of the plugin needs
// are left out.
List PrimitivesView(const model::Plugin& plugin);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_PRIMITIVES_VIEW_H_
