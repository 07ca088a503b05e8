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

bool HasOpenCl(const Plugin& plugin) {
  return plugin.spec.device.backend.value == spec::Backend::kOpenCl;
}

bool HasCuda(const Plugin& plugin) {
  return plugin.spec.device.backend.value == spec::Backend::kCuda;
}

bool HasOwnPrograms(const Plugin& plugin) {
  return plugin.spec.device.kernels.value == spec::DeviceKernels::kOpenClC;
}

bool HasOwnDriver(const Plugin& plugin) { return !HasOpenCl(plugin) && !HasCuda(plugin); }

bool HasOpenClC(const Plugin& plugin) { return HasOpenCl(plugin) || HasOwnPrograms(plugin); }

bool HasDeviceKernels(const Plugin& plugin) { return HasOpenClC(plugin) || HasCuda(plugin); }

bool HasNewerApi(const Plugin& plugin) {
  return LacksInSomeHeaders(ApiGuards(catalog::CApi::BuiltIn(), plugin.spec.tensorflow));
}

const PathRule* FindRule(std::string_view path, std::span<const PathRule> rules) {
  const auto rule = std::find_if(rules.begin(), rules.end(), [path](const PathRule& candidate) {
    return path.starts_with(candidate.beginning);
  });
  return rule == rules.end() ? nullptr : &*rule;
}

}  // namespace plugingen::emit
