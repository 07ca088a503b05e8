// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/opencl/api.h"

#include <dlfcn.h>

#include "driver/dynamic_functions.h"
#include "driver/opencl/vendors.h"
#include "runtime/forked_process.h"

namespace pluggable::opencl {

namespace {

constexpr char kLibrary[] = "libOpenCL.so.1";

void FindAll(DynamicFunctions& functions, Api* api) {
  functions.Find("clBuildProgram", &api->BuildProgram);
  functions.Find("clCreateBuffer", &api->CreateBuffer);
  functions.Find("clCreateCommandQueue", &api->CreateCommandQueue);
  functions.Find("clCreateContext", &api->CreateContext);
  functions.Find("clCreateKernel", &api->CreateKernel);
  functions.Find("clCreateProgramWithBinary", &api->CreateProgramWithBinary);
  functions.Find("clCreateProgramWithSource", &api->CreateProgramWithSource);
  functions.Find("clCreateUserEvent", &api->CreateUserEvent);
  functions.Find("clEnqueueBarrierWithWaitList", &api->EnqueueBarrierWithWaitList);
  functions.Find("clEnqueueCopyBuffer", &api->EnqueueCopyBuffer);
  functions.Find("clEnqueueFillBuffer", &api->EnqueueFillBuffer);
  functions.Find("clEnqueueMarkerWithWaitList", &api->EnqueueMarkerWithWaitList);
  functions.Find("clEnqueueMigrateMemObjects", &api->EnqueueMigrateMemObjects);
  functions.Find("clEnqueueNDRangeKernel", &api->EnqueueNDRangeKernel);
  functions.Find("clEnqueueReadBuffer", &api->EnqueueReadBuffer);
  functions.Find("clEnqueueWriteBuffer", &api->EnqueueWriteBuffer);
  functions.Find("clFinish", &api->Finish);
  functions.Find("clFlush", &api->Flush);
  functions.Find("clGetDeviceIDs", &api->GetDeviceIDs);
  functions.Find("clGetDeviceInfo", &api->GetDeviceInfo);
  functions.Find("clGetEventInfo", &api->GetEventInfo);
  functions.Find("clGetEventProfilingInfo", &api->GetEventProfilingInfo);
  functions.Find("clGetKernelWorkGroupInfo", &api->GetKernelWorkGroupInfo);
  functions.Find("clGetPlatformIDs", &api->GetPlatformIDs);
  functions.Find("clGetPlatformInfo", &api->GetPlatformInfo);
  functions.Find("clGetProgramBuildInfo", &api->GetProgramBuildInfo);
  functions.Find("clGetProgramInfo", &api->GetProgramInfo);
  functions.Find("clReleaseCommandQueue", &api->ReleaseCommandQueue);
  functions.Find("clReleaseEvent", &api->ReleaseEvent);
  functions.Find("clReleaseMemObject", &api->ReleaseMemObject);
  functions.Find("clReleaseProgram", &api->ReleaseProgram);
  functions.Find("clRetainEvent", &api->RetainEvent);
  functions.Find("clSetKernelArg", &api->SetKernelArg);
  functions.Find("clSetUserEventStatus", &api->SetUserEventStatus);
  functions.Find("clWaitForEvents", &api->WaitForEvents);
}

struct Loaded {
  Api api;
  std::string reason;
};

Loaded Load() {
  Loaded loaded;
  runtime::WatchForks();
  OpenVendorLibraries();
  void* const library = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    loaded.reason = std::string("there is no OpenCL: ") + dlerror() +
                    " (Debian and Ubuntu: apt install ocl-icd-libopencl1)";
    return loaded;
  }
  DynamicFunctions functions(library);
  FindAll(functions, &loaded.api);
  if (functions.missing() != nullptr) {
    loaded.reason =
        std::string(kLibrary) + " is older than OpenCL 1.2: it has no " + functions.missing();
  }
  return loaded;
}

// Never destroyed: TensorFlow's threads may use it until the process ends.
const Loaded& TheLibrary() {
  static const auto* const loaded = new Loaded(Load());
  return *loaded;
}

struct ErrorName {
  cl_int code;
  const char* name;
};
constexpr ErrorName kErrorNames[] = {
    {CL_DEVICE_NOT_FOUND, "CL_DEVICE_NOT_FOUND"},
    {CL_DEVICE_NOT_AVAILABLE, "CL_DEVICE_NOT_AVAILABLE"},
    {CL_COMPILER_NOT_AVAILABLE, "CL_COMPILER_NOT_AVAILABLE"},
    {CL_MEM_OBJECT_ALLOCATION_FAILURE, "CL_MEM_OBJECT_ALLOCATION_FAILURE"},
    {CL_OUT_OF_RESOURCES, "CL_OUT_OF_RESOURCES"},
    {CL_OUT_OF_HOST_MEMORY, "CL_OUT_OF_HOST_MEMORY"},
    {CL_PROFILING_INFO_NOT_AVAILABLE, "CL_PROFILING_INFO_NOT_AVAILABLE"},
    {CL_MEM_COPY_OVERLAP, "CL_MEM_COPY_OVERLAP"},
    {CL_BUILD_PROGRAM_FAILURE, "CL_BUILD_PROGRAM_FAILURE"},
    {CL_MISALIGNED_SUB_BUFFER_OFFSET, "CL_MISALIGNED_SUB_BUFFER_OFFSET"},
    {CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST"},
    {CL_INVALID_VALUE, "CL_INVALID_VALUE"},
    {CL_INVALID_PLATFORM, "CL_INVALID_PLATFORM"},
    {CL_INVALID_DEVICE, "CL_INVALID_DEVICE"},
    {CL_INVALID_CONTEXT, "CL_INVALID_CONTEXT"},
    {CL_INVALID_QUEUE_PROPERTIES, "CL_INVALID_QUEUE_PROPERTIES"},
    {CL_INVALID_COMMAND_QUEUE, "CL_INVALID_COMMAND_QUEUE"},
    {CL_INVALID_MEM_OBJECT, "CL_INVALID_MEM_OBJECT"},
    {CL_INVALID_BINARY, "CL_INVALID_BINARY"},
    {CL_INVALID_BUILD_OPTIONS, "CL_INVALID_BUILD_OPTIONS"},
    {CL_INVALID_PROGRAM, "CL_INVALID_PROGRAM"},
    {CL_INVALID_PROGRAM_EXECUTABLE, "CL_INVALID_PROGRAM_EXECUTABLE"},
    {CL_INVALID_KERNEL_NAME, "CL_INVALID_KERNEL_NAME"},
    {CL_INVALID_KERNEL, "CL_INVALID_KERNEL"},
    {CL_INVALID_ARG_INDEX, "CL_INVALID_ARG_INDEX"},
    {CL_INVALID_ARG_VALUE, "CL_INVALID_ARG_VALUE"},
    {CL_INVALID_ARG_SIZE, "CL_INVALID_ARG_SIZE"},
    {CL_INVALID_KERNEL_ARGS, "CL_INVALID_KERNEL_ARGS"},
    {CL_INVALID_WORK_DIMENSION, "CL_INVALID_WORK_DIMENSION"},
    {CL_INVALID_WORK_GROUP_SIZE, "CL_INVALID_WORK_GROUP_SIZE"},
    {CL_INVALID_WORK_ITEM_SIZE, "CL_INVALID_WORK_ITEM_SIZE"},
    {CL_INVALID_GLOBAL_OFFSET, "CL_INVALID_GLOBAL_OFFSET"},
    {CL_INVALID_EVENT_WAIT_LIST, "CL_INVALID_EVENT_WAIT_LIST"},
    {CL_INVALID_EVENT, "CL_INVALID_EVENT"},
    {CL_INVALID_OPERATION, "CL_INVALID_OPERATION"},
    {CL_INVALID_BUFFER_SIZE, "CL_INVALID_BUFFER_SIZE"},
    {CL_INVALID_GLOBAL_WORK_SIZE, "CL_INVALID_GLOBAL_WORK_SIZE"},
};

}  // namespace

const Api* Api::Find(std::string* reason) {
  const Loaded& loaded = TheLibrary();
  if (loaded.reason.empty()) return &loaded.api;
  *reason = loaded.reason;
  return nullptr;
}

const Api& Api::Get() { return TheLibrary().api; }

Status ToStatus(const char* function, cl_int code) {
  if (code == CL_SUCCESS) return Status();
  const char* name = "an error of the driver's own";
  for (const ErrorName& error : kErrorNames) {
    if (error.code == code) name = error.name;
  }
  if (code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_RESOURCES ||
      code == CL_OUT_OF_HOST_MEMORY) {
    return errors::ResourceExhausted(function, " failed: ", name, " (", code, ")");
  }
  return errors::Internal(function, " failed: ", name, " (", code, ")");
}

}  // namespace pluggable::opencl
