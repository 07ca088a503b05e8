#include "emit/plugin_parts.h"

#include <algorithm>

#include "catalog/c_api.h"
#include "emit/api_guards.h"
#include "emit/views.h"

namespace plugingen::emit {

using model::Plugin;

bool HasProfiler(const Plugin& plugin) { return plugin.spec.profiler.value; }

bool HasNewOps(const Plugin& plugin) { return !plugin.ops.all().empty(); }

bool HasCpuKernels(const Plugin& plugin) {
  return std::any_of(plugin.kernels.begin(), plugin.kernels.end(), RunsOnCpu);
}

bool HasOwnAllocator(const Plugin& plugin) {
  return plugin.spec.device.memory.allocator.value == spec::AllocatorKind::kPlugin;
}

bool HasNewerApi(const Plugin& plugin) {
  return LacksInSomeHeaders(ApiGuards(catalog::CApi::BuiltIn(), plugin.spec.tensorflow));
}

}  // namespace plugingen::emit
