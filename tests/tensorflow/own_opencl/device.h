// A driver that an owner of a device with OpenCL might have: what programs.cc uses of it.

#ifndef DRIVER_DEVICE_H_
#define DRIVER_DEVICE_H_

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include "driver/driver.h"

namespace pluggable::own {

cl_device_id DeviceId(int ordinal);
cl_context Context(int ordinal);

// The buffer that a pointer points into, and how many bytes behind its beginning.
bool FindBuffer(const void* pointer, cl_mem* buffer, cl_ulong* offset);

// What Launch takes as its function: the device's own kernels, which owners write without the
// library's texts.
using Kernel = Status (*)(cl_command_queue queue, void** args);

}  // namespace pluggable::own

namespace pluggable::driver {

using own::Context;
using own::DeviceId;
using own::FindBuffer;

struct Queue {
  cl_command_queue handle;
};

}  // namespace pluggable::driver

#endif  // DRIVER_DEVICE_H_
