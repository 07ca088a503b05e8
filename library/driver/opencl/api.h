// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// OpenCL's functions, found at run time: a plugin loads where there is no OpenCL.

#ifndef PLUGGABLE_DRIVER_OPENCL_API_H_
#define PLUGGABLE_DRIVER_OPENCL_API_H_

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>

#include <string>

#include "pluggable/status.h"

namespace pluggable::opencl {

// The functions that the driver calls, without their prefix.
struct Api {
  decltype(&::clBuildProgram) BuildProgram = nullptr;
  decltype(&::clCreateBuffer) CreateBuffer = nullptr;
  decltype(&::clCreateCommandQueue) CreateCommandQueue = nullptr;
  decltype(&::clCreateContext) CreateContext = nullptr;
  decltype(&::clCreateKernel) CreateKernel = nullptr;
  decltype(&::clCreateProgramWithBinary) CreateProgramWithBinary = nullptr;
  decltype(&::clCreateProgramWithSource) CreateProgramWithSource = nullptr;
  decltype(&::clCreateUserEvent) CreateUserEvent = nullptr;
  decltype(&::clEnqueueBarrierWithWaitList) EnqueueBarrierWithWaitList = nullptr;
  decltype(&::clEnqueueCopyBuffer) EnqueueCopyBuffer = nullptr;
  decltype(&::clEnqueueFillBuffer) EnqueueFillBuffer = nullptr;
  decltype(&::clEnqueueMarkerWithWaitList) EnqueueMarkerWithWaitList = nullptr;
  decltype(&::clEnqueueMigrateMemObjects) EnqueueMigrateMemObjects = nullptr;
  decltype(&::clEnqueueNDRangeKernel) EnqueueNDRangeKernel = nullptr;
  decltype(&::clEnqueueReadBuffer) EnqueueReadBuffer = nullptr;
  decltype(&::clEnqueueWriteBuffer) EnqueueWriteBuffer = nullptr;
  decltype(&::clFinish) Finish = nullptr;
  decltype(&::clFlush) Flush = nullptr;
  decltype(&::clGetDeviceIDs) GetDeviceIDs = nullptr;
  decltype(&::clGetDeviceInfo) GetDeviceInfo = nullptr;
  decltype(&::clGetEventInfo) GetEventInfo = nullptr;
  decltype(&::clGetEventProfilingInfo) GetEventProfilingInfo = nullptr;
  decltype(&::clGetKernelWorkGroupInfo) GetKernelWorkGroupInfo = nullptr;
  decltype(&::clGetPlatformIDs) GetPlatformIDs = nullptr;
  decltype(&::clGetPlatformInfo) GetPlatformInfo = nullptr;
  decltype(&::clGetProgramBuildInfo) GetProgramBuildInfo = nullptr;
  decltype(&::clGetProgramInfo) GetProgramInfo = nullptr;
  decltype(&::clReleaseCommandQueue) ReleaseCommandQueue = nullptr;
  decltype(&::clReleaseEvent) ReleaseEvent = nullptr;
  decltype(&::clReleaseMemObject) ReleaseMemObject = nullptr;
  decltype(&::clReleaseProgram) ReleaseProgram = nullptr;
  decltype(&::clRetainEvent) RetainEvent = nullptr;
  decltype(&::clSetKernelArg) SetKernelArg = nullptr;
  decltype(&::clSetUserEventStatus) SetUserEventStatus = nullptr;
  decltype(&::clWaitForEvents) WaitForEvents = nullptr;

  // Null where there is no OpenCL; *objection says why then. Loads it on the first call.
  static const Api* Find(std::string* objection);
  // Where Find has found it.
  static const Api& Get();
};

// Whether this process was forked after OpenCL had been loaded in its parent. Drivers' threads are
// not here, so that commands would never be done.
bool IsForked();
// The error of whatever such a process wants of a device; otherwise OK.
Status CheckProcess();

// OK, or "FUNCTION failed: CL_OUT_OF_RESOURCES (-5)" with the canonical code that fits.
Status ToStatus(const char* function, cl_int code);

}  // namespace pluggable::opencl

#endif  // PLUGGABLE_DRIVER_OPENCL_API_H_
