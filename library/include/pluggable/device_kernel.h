// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Kernels that a driver builds of texts, at run time: those of library/compute/device.

#ifndef PLUGGABLE_DEVICE_KERNEL_H_
#define PLUGGABLE_DEVICE_KERNEL_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "pluggable/launch.h"
#include "pluggable/status.h"
#include "pluggable/stream.h"

namespace pluggable {

// A text of kernels. Lives as long as the process, and so do its parts.
struct DeviceProgram {
  std::string name;                // for messages
  std::vector<const char*> texts;  // one behind the other, in the driver's language
};

// The texts of compute/device/`name`.inc for elements of the type, which is called as in the
// dialect. Empty if it is not compiled for that. Each driver that builds programs has its own.
std::vector<const char*> TextsOfProgram(const std::string& name, const std::string& type);

// What a kernel takes: pointers into device memory, which a driver may have to translate, and
// values.
struct DeviceKernelArg {
  bool is_pointer;
  size_t size;
};

// What Stream::Launch takes for a function of a driver that builds programs.
struct DeviceKernel {
  const DeviceProgram* program;
  const char* name;  // lives as long as the process
  const DeviceKernelArg* args;
  size_t num_args;
};

// The limits of a device that run kernels by.
struct DeviceKernelLimits {
  uint32_t threads_per_block = 1;
  size_t shared_memory = 0;  // bytes of a block
  bool has_double = false;
  bool is_cpu = false;  // whose blocks are loops over their threads
};

// Of the drivers that build programs. `ordinal` is a device that is open.
const DeviceKernelLimits& LimitsOfDeviceKernels(int ordinal);

// Whether the device can run the kernel in blocks of so many threads. Builds its program on the
// first call, and says on stderr what is wrong with it, if anything is.
bool HasDeviceKernel(int ordinal, const DeviceKernel& kernel, uint32_t threads);

namespace internal {

template <typename... Args>
struct DeviceKernelArgs {
  static_assert((std::is_trivially_copyable_v<Args> && ...),
                "arguments of a kernel are copied byte by byte");
  static constexpr std::array<DeviceKernelArg, sizeof...(Args)> kValue = {
      DeviceKernelArg{std::is_pointer_v<Args>, sizeof(Args)}...};
};

}  // namespace internal

// The kernel of that name which takes these arguments.
template <typename... Args>
DeviceKernel MakeDeviceKernel(const DeviceProgram& program, const char* name, const Args&...) {
  return {&program, name, internal::DeviceKernelArgs<Args...>::kValue.data(), sizeof...(Args)};
}

}  // namespace pluggable

#endif  // PLUGGABLE_DEVICE_KERNEL_H_
