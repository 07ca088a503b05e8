// Compiles and launches the library's kernels, which are texts in OpenCL C. Until BuildProgram and
// the functions after it are written, the host computes instead. The comment above each function
// names its counterparts in OpenCL and Level Zero.

#include "driver/programs.h"

namespace pluggable::driver {

namespace {

Status NotYet(const char* function) {
  return errors::Unimplemented("driver function ", function,
                               " is not written yet (src/driver/programs.cc)");
}

}  // namespace

// clGetDeviceInfo of CL_DEVICE_MAX_WORK_GROUP_SIZE and CL_DEVICE_DOUBLE_FP_CONFIG;
// zeDeviceGetComputeProperties and zeDeviceGetModuleProperties.
DeviceKernelLimits KernelLimits(int /*ordinal*/) {
  DeviceKernelLimits limits;
  limits.threads_per_block = 256;
  limits.has_double = false;
  limits.is_cpu = false;
  return limits;
}

// clCreateProgramWithSource, clBuildProgram, and clGetProgramBuildInfo of CL_PROGRAM_BUILD_LOG;
// ocloc or another compiler, zeModuleCreate, and zeModuleBuildLogGetString.
Status BuildProgram(int /*ordinal*/, const DeviceProgram& /*source*/, Program** /*program*/,
                    std::string* /*log*/) {
  return NotYet("BuildProgram");
}

// clCreateKernel, and clGetKernelWorkGroupInfo of CL_KERNEL_WORK_GROUP_SIZE; zeKernelCreate, and
// zeKernelGetProperties.
Status FindKernel(int /*ordinal*/, Program* /*program*/, const char* /*name*/, Kernel** /*kernel*/,
                  uint64_t* /*most_threads*/) {
  return NotYet("FindKernel");
}

// clSetKernelArg and clEnqueueNDRangeKernel under a lock of the kernel, since a cl_kernel stores
// its arguments; zeKernelSetArgumentValue, zeKernelSetGroupSize and
// zeCommandListAppendLaunchKernel.
Status LaunchKernel(Queue* /*queue*/, Kernel* /*kernel*/, Dim3 /*grid*/, Dim3 /*block*/,
                    const std::vector<KernelArgument>& /*arguments*/) {
  return NotYet("LaunchKernel");
}

}  // namespace pluggable::driver
