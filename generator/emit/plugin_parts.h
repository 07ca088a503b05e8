// What a plugin has, as far as it decides which files a project gets and which sources are
// compiled.

#ifndef PLUGINGEN_EMIT_PLUGIN_PARTS_H_
#define PLUGINGEN_EMIT_PLUGIN_PARTS_H_

#include "model/plugin.h"

namespace plugingen::emit {

// A profiler; ops of its own; kernels of these that run on the CPU, too; its own allocator.
bool HasProfiler(const model::Plugin& plugin);
bool HasNewOps(const model::Plugin& plugin);
bool HasCpuKernels(const model::Plugin& plugin);
bool HasOwnAllocator(const model::Plugin& plugin);

// Whether the headers of some release of its range lack what it fills for others.
bool HasNewerApi(const model::Plugin& plugin);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_PLUGIN_PARTS_H_
