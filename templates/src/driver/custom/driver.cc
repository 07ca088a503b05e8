// The driver of @plugin.name@, for you to fill in. As long as DeviceCount() returns 0, the plugin
// builds, loads into TensorFlow and lists no device. Start with the first four functions, then
// memory, then queues, copies and events. After that every kernel of the library works, on copies
// in host memory, and networks train. ctest -R runtime shows which functions still fail.
//
// Above each function are its usual counterparts in CUDA's runtime, OpenCL and Level Zero.

#include "driver/driver.h"

#include "driver/device_settings.h"

namespace pluggable::driver {

namespace {

Status NotYet(const char* function) {
  return errors::Unimplemented("@plugin.name@: driver function ", function,
                               " is not written yet (src/driver/driver.cc)");
}

}  // namespace

// cudaGetDeviceCount; clGetDeviceIDs; zeDeviceGet. Return 0 if the device's own runtime is missing.
// Open that runtime, and any drivers behind it, with OpenIsolated ("driver/isolated_library.h"). If
// you link it, the plugin does not load where it is missing, and the LLVM of some TensorFlow
// releases may take the place of the runtime's own.
int DeviceCount() { return 0; }

// cudaSetDevice and cudaFree(0), which make the context; clCreateContext; zeContextCreate.
Status OpenDevice(int /*ordinal*/) { return NotYet("OpenDevice"); }

// cudaDevicePrimaryCtxRelease; clReleaseContext; zeContextDestroy.
void CloseDevice(int /*ordinal*/) {}

// cudaGetDeviceProperties; clGetDeviceInfo; zeDeviceGetProperties. The texts must live as long as
// the process.
DeviceProperties Properties(int /*ordinal*/) {
  DeviceProperties properties = PropertiesOfSpec();  // and what the hardware says
  // The library's kernels work on copies in host memory. If the host can access device memory, set
  // this to true and write Run and DevicePointer, so that nothing is copied.
  properties.host_reaches_memory = false;
  // Set this to true if enqueued work may fail later. Then copies to the host and to other devices
  // wait for its result, so that nobody computes with missing results.
  properties.fails_late = false;
  return properties;
}

// cudaMalloc; clSVMAlloc, or a reserved address range that stands for a cl_mem; zeMemAllocDevice.
void* Allocate(int /*ordinal*/, uint64_t /*size*/) { return nullptr; }

// cudaFree; clSVMFree; zeMemFree.
void Free(int /*ordinal*/, void* /*memory*/) {}

// cudaHostAlloc; clEnqueueMapBuffer of CL_MEM_ALLOC_HOST_PTR; zeMemAllocHost.
void* AllocateHost(int /*ordinal*/, uint64_t /*size*/) { return nullptr; }

// cudaFreeHost; clEnqueueUnmapMemObject; zeMemFree.
void FreeHost(int /*ordinal*/, void* /*memory*/) {}

// cudaMallocManaged; clSVMAlloc of a fine-grained buffer; zeMemAllocShared.
void* AllocateUnified(int /*ordinal*/, uint64_t /*size*/) { return nullptr; }

// cudaFree; clSVMFree; zeMemFree.
void FreeUnified(int /*ordinal*/, void* /*memory*/) {}

// cudaMemGetInfo; your own count against CL_DEVICE_GLOBAL_MEM_SIZE; zesMemoryGetState.
bool MemoryUsage(int /*ordinal*/, int64_t* /*free*/, int64_t* /*total*/) { return false; }

// cudaPointerGetAttributes; a lookup in your own table of ranges; zeMemGetAllocProperties.
int DeviceOf(const void* /*pointer*/) { return -1; }

// Not needed until host_reaches_memory is true. Return the pointer itself if the host accesses
// device memory at TensorFlow's address.
void* DevicePointer(const void* pointer) { return const_cast<void*>(pointer); }

// cudaStreamCreateWithPriority(cudaStreamNonBlocking), the priority clamped to
// cudaDeviceGetStreamPriorityRange; clCreateCommandQueueWithProperties with
// CL_QUEUE_PRIORITY_KHR; zeCommandListCreateImmediate with ze_command_queue_desc_t::priority.
Status CreateQueue(int /*ordinal*/, int /*priority*/, Queue** /*queue*/) {
  return NotYet("CreateQueue");
}

// cudaStreamSynchronize and cudaStreamDestroy; clFinish and clReleaseCommandQueue;
// zeCommandListHostSynchronize and zeCommandListDestroy.
void DestroyQueue(Queue* /*queue*/) {}

// cudaStreamSynchronize; clFinish; zeCommandListHostSynchronize.
Status Synchronize(Queue* /*queue*/) { return NotYet("Synchronize"); }

// cudaStreamQuery; clGetEventInfo of the last command; zeCommandListHostSynchronize with timeout 0.
bool Idle(Queue* /*queue*/) { return false; }

// cudaMemcpyAsync; clEnqueueWriteBuffer; zeCommandListAppendMemoryCopy.
Status CopyToDevice(Queue* /*queue*/, void* /*device_dst*/, const void* /*host_src*/,
                    uint64_t /*size*/) {
  return NotYet("CopyToDevice");
}

// CUDA refuses all work after a failure; clGetEventInfo of the copies that are done;
// zeCommandListHostSynchronize with timeout 0. Needed only if fails_late is true.
Status TakeCopyError(Queue* /*queue*/) { return Status(); }

// cudaMemcpyAsync; clEnqueueReadBuffer; zeCommandListAppendMemoryCopy.
Status CopyToHost(Queue* /*queue*/, void* /*host_dst*/, const void* /*device_src*/,
                  uint64_t /*size*/) {
  return NotYet("CopyToHost");
}

// cudaMemcpyAsync or cudaMemcpyPeerAsync; clEnqueueCopyBuffer; zeCommandListAppendMemoryCopy.
Status CopyOnDevice(Queue* /*queue*/, void* /*device_dst*/, const void* /*device_src*/,
                    uint64_t /*size*/) {
  return NotYet("CopyOnDevice");
}

// cudaMemsetAsync, cuMemsetD32Async; clEnqueueFillBuffer; zeCommandListAppendMemoryFill.
Status Fill(Queue* /*queue*/, void* /*device_dst*/, uint32_t /*pattern*/, int /*pattern_bytes*/,
            uint64_t /*size*/) {
  return NotYet("Fill");
}

// Not needed until host_reaches_memory is true. Use a thread of your own that waits for the queue,
// as for HostCall. Move the work to the heap, and keep it until it has run. The runtime handles its
// errors.
Status Run(Queue* /*queue*/, Work&& /*work*/, int64_t /*cost*/) { return NotYet("Run"); }

// cudaLaunchKernel; clSetKernelArg and clEnqueueNDRangeKernel; zeCommandListAppendLaunchKernel.
Status Launch(Queue* /*queue*/, const void* /*function*/, Dim3 /*grid*/, Dim3 /*block*/,
              void** /*args*/, size_t /*shared_bytes*/) {
  return NotYet("Launch");
}

// Use a thread of your own that waits for the queue. The function may block and call this driver;
// functions of cudaLaunchHostFunc and clSetEventCallback must not.
Status HostCall(Queue* /*queue*/, void (* /*function*/)(void*), void* /*arg*/) {
  return NotYet("HostCall");
}

// cudaEventCreate; nothing yet, since OpenCL's commands create events; zeEventCreate.
Status CreateEvent(int /*ordinal*/, Event** /*event*/) { return NotYet("CreateEvent"); }

// cudaEventDestroy; clReleaseEvent; zeEventDestroy.
void DestroyEvent(Event* /*event*/) {}

// cudaEventRecord; clEnqueueMarkerWithWaitList; zeCommandListAppendSignalEvent.
Status RecordEvent(Queue* /*queue*/, Event* /*event*/) { return NotYet("RecordEvent"); }

// cudaStreamWaitEvent; clEnqueueBarrierWithWaitList; zeCommandListAppendWaitOnEvents.
Status WaitEvent(Queue* /*queue*/, Event* /*event*/) { return NotYet("WaitEvent"); }

// cudaEventQuery; clGetEventInfo; zeEventQueryStatus.
EventState QueryEvent(Event* /*event*/) { return EventState::kComplete; }

// cudaEventSynchronize; clWaitForEvents; zeEventHostSynchronize.
Status SynchronizeEvent(Event* /*event*/) { return NotYet("SynchronizeEvent"); }

// cudaEventElapsedTime; clGetEventProfilingInfo; zeEventQueryKernelTimestamp.
Status ElapsedNanoseconds(Event* /*start*/, Event* /*stop*/, uint64_t* /*nanoseconds*/) {
  return NotYet("ElapsedNanoseconds");
}

}  // namespace pluggable::driver
