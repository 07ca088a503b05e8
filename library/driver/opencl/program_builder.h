// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Makes a program for a device: from its source, or from what an earlier process has built.

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
  cl_program handle = nullptr;  // the caller releases it; null if the status is an error
  bool is_from_cache = false;
  std::string log;  // what the vendor's compiler said, if it failed
};

class ProgramBuilder {
 public:
  // With the kernels for processors, if the device is one. `cache` may be null.
  ProgramBuilder(cl_context context, const DeviceInfo& device, bool has_kernels_of_cpus,
                 ProgramCache* cache);

  // From the cache, or else from the source. A driver may refuse what it has made itself, for
  // instance after an update without a new version, so this is not reported.
  ProgramBuild Build(const DeviceProgram& program) const;
  // In the place of a binary that turns out to be of no use.
  ProgramBuild Rebuild(const DeviceProgram& program) const;

 private:
  // What the cache has of the program; "" if that is nothing.
  std::string BinaryIn(const ProgramCache& cache, const DeviceProgram& program) const;
  void Keep(const DeviceProgram& program, cl_program handle) const;
  // Puts what it builds into the cache.
  ProgramBuild BuildFromSource(const DeviceProgram& program) const;
  // Whether the driver has taken the binary.
  bool BuildFromBinary(const std::string& binary, ProgramBuild* build) const;
  Status Compile(cl_program handle) const;
  // A word to the user in case that it takes long.
  std::string NoticeOf(const DeviceProgram& program) const;
  // What makes one binary differ from another.
  std::string KeyOf(const DeviceProgram& program) const;

  const cl_context context_;
  const DeviceInfo& device_;
  const std::string options_;
  ProgramCache* const cache_;
};

}  // namespace pluggable::opencl

#endif  // PLUGGABLE_DRIVER_OPENCL_PROGRAM_BUILDER_H_
