// What a plugin has, as far as it decides which files a project gets and which sources are
// compiled.

#ifndef PLUGINGEN_EMIT_PLUGIN_PARTS_H_
#define PLUGINGEN_EMIT_PLUGIN_PARTS_H_

#include <span>
#include <string_view>

#include "model/plugin.h"

namespace plugingen::emit {

// A profiler; ops of its own; kernels of these that run on the CPU, too; its own allocator.
bool HasProfiler(const model::Plugin& plugin);
bool HasNewOps(const model::Plugin& plugin);
bool HasCpuKernels(const model::Plugin& plugin);
bool HasOwnAllocator(const model::Plugin& plugin);

// The backends `opencl` and `cuda`; a driver of the owner's that compiles kernels.
bool HasOpenCl(const model::Plugin& plugin);
bool HasCuda(const model::Plugin& plugin);
bool HasOwnPrograms(const model::Plugin& plugin);
// Kernels for devices, of any of these; in OpenCL C, which the driver compiles at run time.
bool HasDeviceKernels(const model::Plugin& plugin);
bool HasOpenClC(const model::Plugin& plugin);

// Whether the headers of some release of its range lack what it fills for others.
bool HasNewerApi(const model::Plugin& plugin);

// Which plugins have the files whose paths begin so.
struct PathRule {
  std::string_view beginning;
  bool (*has)(const model::Plugin& plugin);
};

// The first rule whose beginning fits; null when there is none.
const PathRule* FindRule(std::string_view path, std::span<const PathRule> rules);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_PLUGIN_PARTS_H_
