// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Kernels that a driver compiles from source texts at run time: those of library/compute/device.

#ifndef PLUGGABLE_DEVICE_KERNEL_H_
#define PLUGGABLE_DEVICE_KERNEL_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "pluggable/device_properties.h"
#include "pluggable/launch.h"
#include "pluggable/status.h"
#include "pluggable/stream.h"

namespace pluggable {

namespace driver {
struct Queue;  // driver/driver.h
}

// The source text of kernels. It must live as long as the process, and so must its parts.
struct DeviceProgram {
  std::string name;                // for messages
  std::vector<const char*> texts;  // concatenated; in the driver's language
};

// Returns the text of compute/device/`name`.inc for elements of a type, which is named as in the
// text's language. Empty if the program is not compiled for the type. Each driver that compiles
// programs defines this function.
std::vector<const char*> TextsOfProgram(const std::string& name, const std::string& type);

// An argument of a kernel: a value of `size` bytes, or a pointer to device memory, which a driver
// may have to translate.
struct DeviceKernelArg {
  bool is_pointer;
  size_t size;
};

// Enqueues work of a library of the device's vendor. `stream` is the driver's own handle: in CUDA a
// CUstream, whose context is current. The driver may call a copy of the function later, so the
// function owns everything that it uses.
using VendorCall = std::function<Status(void* stream)>;

// A kernel of a program, as Stream::Launch takes it.
struct DeviceKernel {
  const DeviceProgram* program;
  const char* name;  // lives as long as the process
  const DeviceKernelArg* args;
  size_t num_args;
  // If it is not null, the driver makes this call instead of a launch and ignores the rest of the
  // struct. Only the driver of `backend: cuda` does so.
  const VendorCall* call = nullptr;
};

// An argument of a launch, as a user's driver receives it (src/driver/programs.h): device memory,
// or a value.
struct KernelArgument {
  bool is_memory = false;
  void* memory = nullptr;       // TensorFlow's; may point into the middle of an allocation
  const void* value = nullptr;  // valid during the call
  size_t size = 0;              // of the value, in bytes
};

// The properties of a device that kernels depend on.
struct DeviceKernelLimits {
  uint32_t threads_per_block = 1;
  size_t shared_memory = 0;  // bytes for each block
  bool has_double = false;
  bool is_cpu = false;  // a processor, which runs the threads of a block in a loop
};

// Returns the limits of an open device. Each driver that compiles programs defines this function.
const DeviceKernelLimits& LimitsOfDeviceKernels(int ordinal);

// Whether the device can run the kernel with blocks of this size. The first call compiles the
// program, and prints compiler errors to stderr. Each driver that compiles programs defines this
// function.
bool HasDeviceKernel(int ordinal, const DeviceKernel& kernel, Dim3 block);

// Enqueues a kernel that the device has. `args` are pointers to the arguments, which are copied
// before this returns. Each driver that compiles programs defines this function.
Status LaunchDeviceKernel(int ordinal, driver::Queue* queue, const DeviceKernel& kernel, Dim3 grid,
                          Dim3 block, void** args);

// The result of building a program.
struct DeviceProgramBuild {
  Status status;
  bool is_from_cache = false;  // from the plugin's own cache; the vendor may have another
};

// Builds a program for an open device before its first kernel is used. Prints errors to stderr.
// Each driver that compiles programs defines this function.
DeviceProgramBuild BuildDeviceProgram(int ordinal, const DeviceProgram& program);

// Builds the programs of an open device ahead of their use, if the environment variable
// <PLUGIN>_WARM is set. Its value is `all` or a list of data types with commas between them.
// Entries such as `-softmax:half` leave a program out. The result for each program is printed to
// stderr. `python -m <plugin>.doctor --warm` sets the variable and reads that report.
void BuildProgramsAhead(int ordinal, const DeviceProperties& properties);

namespace internal {

template <typename... Args>
struct DeviceKernelArgs {
  static_assert((std::is_trivially_copyable_v<Args> && ...),
                "arguments of a kernel are copied byte by byte");
  static constexpr std::array<DeviceKernelArg, sizeof...(Args)> kValue = {
      DeviceKernelArg{std::is_pointer_v<Args>, sizeof(Args)}...};
};

}  // namespace internal

// Returns the kernel called `name`, for arguments of these types. `name` must live as long as the
// process.
template <typename... Args>
DeviceKernel MakeDeviceKernel(const DeviceProgram& program, const char* name, const Args&...) {
  return {&program, name, internal::DeviceKernelArgs<Args...>::kValue.data(), sizeof...(Args)};
}

}  // namespace pluggable

#endif  // PLUGGABLE_DEVICE_KERNEL_H_
