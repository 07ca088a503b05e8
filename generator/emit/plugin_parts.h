// The parts of a plugin that decide which files a project has and which sources it compiles.

#ifndef PLUGINGEN_EMIT_PLUGIN_PARTS_H_
#define PLUGINGEN_EMIT_PLUGIN_PARTS_H_

#include <span>
#include <string_view>

#include "model/plugin.h"

namespace plugingen::emit {

// HasCpuKernels: some new op has a kernel for the CPU, too.
bool HasProfiler(const model::Plugin& plugin);
bool HasNewOps(const model::Plugin& plugin);
bool HasCpuKernels(const model::Plugin& plugin);
bool HasOwnAllocator(const model::Plugin& plugin);

// HasOwnDriver: the driver is in src/driver, and the owner's. HasOwnPrograms: it compiles kernels.
bool HasOpenCl(const model::Plugin& plugin);
bool HasCuda(const model::Plugin& plugin);
bool HasOwnDriver(const model::Plugin& plugin);
bool HasOwnPrograms(const model::Plugin& plugin);
// HasDeviceKernels: HasOpenCl, HasCuda or HasOwnPrograms. HasOpenClC: the driver compiles OpenCL C
// at run time.
bool HasDeviceKernels(const model::Plugin& plugin);
bool HasOpenClC(const model::Plugin& plugin);

// True if the headers of some release of its range lack something that the plugin sets for others.
bool HasNewerApi(const model::Plugin& plugin);

// The plugins that have the files whose paths start with `beginning`.
struct PathRule {
  std::string_view beginning;
  bool (*has)(const model::Plugin& plugin);
};

// Returns the first rule whose beginning matches, or null.
const PathRule* FindRule(std::string_view path, std::span<const PathRule> rules);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_PLUGIN_PARTS_H_
