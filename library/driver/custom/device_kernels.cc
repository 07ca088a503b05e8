// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Compiles and launches the library's kernels by the functions of src/driver/programs.h.

#include "pluggable/device_kernel.h"

#include <memory>
#include <utility>
#include <vector>

#include "driver/custom/programs.h"

namespace pluggable {

namespace {

// Converts a launch's arguments for the driver.
std::vector<KernelArgument> TypedArguments(const DeviceKernel& kernel, void** args) {
  std::vector<KernelArgument> typed(kernel.num_args);
  for (size_t i = 0; i < kernel.num_args; ++i) {
    if (kernel.args[i].is_pointer) {
      typed[i].is_memory = true;
      typed[i].memory = *static_cast<void* const*>(args[i]);
    } else {
      typed[i].value = args[i];
      typed[i].size = kernel.args[i].size;
    }
  }
  return typed;
}

}  // namespace

const DeviceKernelLimits& LimitsOfDeviceKernels(int ordinal) {
  return custom::Programs::Of(ordinal).limits();
}

bool HasDeviceKernel(int ordinal, const DeviceKernel& kernel, Dim3 block) {
  custom::Programs& programs = custom::Programs::Of(ordinal);
  const uint64_t threads = block.count();
  if (threads > programs.limits().threads_per_block) return false;
  const std::shared_ptr<const custom::BuiltKernel> built = programs.Find(kernel);
  return built->status.ok() && threads <= built->most_threads;
}

Status LaunchDeviceKernel(int ordinal, driver::Queue* queue, const DeviceKernel& kernel, Dim3 grid,
                          Dim3 block, void** args) {
  const std::shared_ptr<const custom::BuiltKernel> built =
      custom::Programs::Of(ordinal).Find(kernel);
  if (!built->status.ok()) return built->status;
  Status status = StatusOf([&] {
    return driver::LaunchKernel(queue, built->handle, grid, block, TypedArguments(kernel, args));
  });
  if (status.ok()) return status;
  return Status(status.code(), strings::StrCat("cannot launch ", kernel.name, " of ",
                                               kernel.program->name, ": ", status.message()));
}

DeviceProgramBuild BuildDeviceProgram(int ordinal, const DeviceProgram& program) {
  return {custom::Programs::Of(ordinal).Prepare(program)};
}

}  // namespace pluggable
