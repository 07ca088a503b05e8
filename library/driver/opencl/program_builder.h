// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Builds a program for a device: from its source, or from a binary that an earlier process has
// built.

#ifndef PLUGGABLE_DRIVER_OPENCL_PROGRAM_BUILDER_H_
#define PLUGGABLE_DRIVER_OPENCL_PROGRAM_BUILDER_H_

#include <string>

#include "pluggable/device_kernel.h"
#include "pluggable/status.h"

#include "driver/opencl/api.h"
#include "driver/opencl/devices.h"
#include "driver/opencl/program_cache.h"

namespace pluggable::opencl {

struct ProgramBuild {
  Status status;
  cl_program handle = nullptr;  // owned by the caller; null if the status is an error
  bool is_from_cache = false;
  std::string log;  // the compiler's messages if it failed
};

class ProgramBuilder {
 public:
  // Includes the kernels for processors if the device is one. `cache` may be null.
  ProgramBuilder(cl_context context, const DeviceInfo& device, bool has_kernels_of_cpus,
                 ProgramCache* cache);

  // Builds from the cached binary, or else from the source. Drivers may reject their own binaries,
  // for example after an update that kept the version number, so this is not reported.
  ProgramBuild Build(const DeviceProgram& program) const;
  // Builds again from the source, for a cached binary that turns out to be unusable.
  ProgramBuild Rebuild(const DeviceProgram& program) const;

 private:
  // What is compiled for the device.
  DeviceProgram SourceOf(const DeviceProgram& program) const;
  // The cached binary of the program; "" if there is none.
  std::string BinaryIn(const ProgramCache& cache, const DeviceProgram& program) const;
  void Keep(const DeviceProgram& program, cl_program handle) const;
  // Stores the result in the cache.
  ProgramBuild BuildFromSource(const DeviceProgram& program) const;
  // Whether the driver has accepted the binary.
  bool BuildFromBinary(const std::string& binary, ProgramBuild* build) const;
  Status Compile(cl_program handle) const;
  // A notice for the user if it takes long.
  std::string NoticeOf(const DeviceProgram& program) const;
  // Everything that the binary depends on.
  std::string KeyOf(const DeviceProgram& program) const;

  const cl_context context_;
  const DeviceInfo& device_;
  const bool has_kernels_of_cpus_;
  const std::string options_;
  ProgramCache* const cache_;
};

}  // namespace pluggable::opencl

#endif  // PLUGGABLE_DRIVER_OPENCL_PROGRAM_BUILDER_H_
