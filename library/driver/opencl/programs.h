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

// A kernel. Its arguments are those of the last who set them, so that a launch holds the lock.
struct BuiltKernel {
  Status status;  // why it cannot be used
  int tries = 0;  // to make it, with this one
  cl_kernel handle = nullptr;
  size_t most_threads = 0;  // of a work-group
  std::mutex launching;
};

class Programs {
 public:
  // With the kernels for processors, if the device is one. NVIDIA's driver 580 took two minutes to
  // compile those of convolutions for an H200.
  // `cache` may be null.
  Programs(cl_context context, const DeviceInfo& device, bool has_kernels_of_cpus,
           ProgramCache* cache)
      : device_(device), builder_(context, device, has_kernels_of_cpus, cache) {}
  Programs(const Programs&) = delete;
  Programs& operator=(const Programs&) = delete;

  // Builds its program if need be. What cannot be built is reported on stderr, once. If that is for
  // want of memory, the next calls try again.
  std::shared_ptr<BuiltKernel> Find(const DeviceKernel& kernel);
  // Builds the program if need be, and says where it is from.
  DeviceProgramBuild Prepare(const DeviceProgram& program);

 private:
  struct BuiltProgram {
    int tries = 0;
    ProgramBuild build;
  };

  // Does nothing if it is built, or will never be.
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
