// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Includes all of src/generated/plugin/features/, for your files from before there was a header for
// each subject. The library includes only what it needs.

#ifndef PLUGGABLE_PLUGIN_FEATURES_H_
#define PLUGGABLE_PLUGIN_FEATURES_H_

#include "plugin/features/device.h"
#include "plugin/features/graph.h"
#include "plugin/features/memory.h"
#include "plugin/features/profiler.h"

#endif  // PLUGGABLE_PLUGIN_FEATURES_H_
