// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// OpenCL's functions, found at run time, so that a plugin loads on machines without OpenCL.

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

  // Loads the library on the first call. Null if there is no OpenCL; *reason says why then.
  static const Api* Find(std::string* reason);
  // The functions, once Find has found them.
  static const Api& Get();
};

// OK, or "FUNCTION failed: CL_OUT_OF_RESOURCES (-5)" with the canonical code that fits best.
Status ToStatus(const char* function, cl_int code);

}  // namespace pluggable::opencl

#endif  // PLUGGABLE_DRIVER_OPENCL_API_H_
