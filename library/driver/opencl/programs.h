// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The programs of a device, built when their first kernel is used.

#ifndef PLUGGABLE_DRIVER_OPENCL_PROGRAMS_H_
#define PLUGGABLE_DRIVER_OPENCL_PROGRAMS_H_

#include <cstddef>
#include <memory>
#include <mutex>

#include "pluggable/device_kernel.h"
#include "pluggable/status.h"

#include "driver/opencl/api.h"
#include "driver/opencl/devices.h"
#include "driver/opencl/program_builder.h"
#include "driver/opencl/program_cache.h"
#include "driver/opencl_c/kept_programs.h"

namespace pluggable::opencl {

// A kernel. Each launch sets its arguments, so a launch must hold the lock.
struct BuiltKernel {
  Status status;  // OK, or why it cannot be used
  int tries = 0;  // attempts to make it
  cl_kernel handle = nullptr;
  size_t most_threads = 0;  // threads of a work-group
  std::mutex launching;
};

class Programs {
 public:
  // Includes the kernels for processors if the device is one. NVIDIA's driver 580 took two minutes
  // to compile the ones of convolutions for an H200. `cache` may be null.
  Programs(cl_context context, const DeviceInfo& device, bool has_kernels_of_cpus,
           ProgramCache* cache)
      : device_(device), builder_(context, device, has_kernels_of_cpus, cache) {}
  Programs(const Programs&) = delete;
  Programs& operator=(const Programs&) = delete;

  // Builds the kernel's program if necessary. The first failure is printed to stderr. Later calls
  // try again only if memory was short.
  std::shared_ptr<BuiltKernel> Find(const DeviceKernel& kernel);
  // Builds the program if necessary, and says whether it came from the cache.
  DeviceProgramBuild Prepare(const DeviceProgram& program);

 private:
  struct BuiltProgram {
    int tries = 0;
    ProgramBuild build;
  };

  // Does nothing if the program is built, or can never be built.
  void Build(const DeviceProgram& program, BuiltProgram* built) const;
  void Create(const DeviceKernel& kernel, BuiltProgram* program, BuiltKernel* created) const;
  // Builds the program again if its binary lacks the kernel.
  Status CreateHandle(const DeviceKernel& kernel, BuiltProgram* program, cl_kernel* handle) const;

  const DeviceInfo& device_;
  const ProgramBuilder builder_;
  opencl_c::KeptPrograms<BuiltProgram, BuiltKernel> kept_;
};

}  // namespace pluggable::opencl

#endif  // PLUGGABLE_DRIVER_OPENCL_PROGRAMS_H_
