// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Kernels that a driver compiles from texts at run time: those of library/compute/device.

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

// A text of kernels. It must live as long as the process, and so must its parts.
struct DeviceProgram {
  std::string name;                // for messages
  std::vector<const char*> texts;  // one behind the other, in the driver's language
};

// The texts of compute/device/`name`.inc for elements of a type, which has its name in the texts'
// language. Empty if the program is not compiled for the type. Each driver that compiles programs
// defines this function.
std::vector<const char*> TextsOfProgram(const std::string& name, const std::string& type);

// An argument of a kernel: a pointer into device memory, which a driver may have to translate, or a
// value of `size` bytes.
struct DeviceKernelArg {
  bool is_pointer;
  size_t size;
};

// Puts work on a stream by a library of the device's vendor. `stream` is the driver's own handle, a
// CUstream in CUDA, whose context is current. The driver may keep a copy and call that later, so
// the function owns what it uses.
using VendorCall = std::function<Status(void* stream)>;

// A kernel of a program, as Stream::Launch takes it.
struct DeviceKernel {
  const DeviceProgram* program;
  const char* name;  // lives as long as the process
  const DeviceKernelArg* args;
  size_t num_args;
  // If it is not null, the driver makes this call in place of a launch, and the rest of the struct
  // means nothing. Only the driver of `backend: cuda` does so.
  const VendorCall* call = nullptr;
};

// An argument of a launch, as a driver of the owner's gets it (src/driver/programs.h): memory of
// the device, or a value.
struct KernelArgument {
  bool is_memory = false;
  void* memory = nullptr;       // TensorFlow's pointer, maybe into the middle of an allocation
  const void* value = nullptr;  // valid during the call
  size_t size = 0;              // of the value, in bytes
};

// What kernels have to know about a device.
struct DeviceKernelLimits {
  uint32_t threads_per_block = 1;
  size_t shared_memory = 0;  // bytes of a block
  bool has_double = false;
  bool is_cpu = false;  // whose blocks are loops over their threads
};

// The limits of a device, which is open. Each driver that compiles programs defines this function.
const DeviceKernelLimits& LimitsOfDeviceKernels(int ordinal);

// Whether the device can run the kernel in such blocks. The first call compiles the program, and
// prints to stderr what is wrong with it. Each driver that compiles programs defines this function.
bool HasDeviceKernel(int ordinal, const DeviceKernel& kernel, Dim3 block);

// Puts a kernel that the device has on a queue of it. `args` are pointers to the arguments, which
// are copied before this returns. Each driver that compiles programs defines this function.
Status LaunchDeviceKernel(int ordinal, driver::Queue* queue, const DeviceKernel& kernel, Dim3 grid,
                          Dim3 block, void** args);

// What came of a program.
struct DeviceProgramBuild {
  Status status;
  bool is_from_cache = false;  // of the plugin's own; a vendor may have another
};

// Builds a program before its first kernel is used, for a device that is open. Prints to stderr
// what is wrong with it. Each driver that compiles programs defines this function.
DeviceProgramBuild BuildDeviceProgram(int ordinal, const DeviceProgram& program);

// Builds the programs of a device, which is open, before they are used, if the environment variable
// <PLUGIN>_WARM says so: `all`, or data types with commas between, and behind them programs to
// leave out, `-softmax:half`. What comes of each is reported to stderr. `python -m <plugin>.doctor
// --warm` sets the variable and reads the report.
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

// The kernel that is called `name`, for arguments of these types. `name` must live as long as the
// process.
template <typename... Args>
DeviceKernel MakeDeviceKernel(const DeviceProgram& program, const char* name, const Args&...) {
  return {&program, name, internal::DeviceKernelArgs<Args...>::kValue.data(), sizeof...(Args)};
}

}  // namespace pluggable

#endif  // PLUGGABLE_DEVICE_KERNEL_H_
