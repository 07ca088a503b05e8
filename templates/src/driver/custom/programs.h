// The functions with which the device compiles the library's kernels (library/compute/device), for
// `device: {kernels: opencl_c}`. programs.cc implements them. library/driver/custom calls them, and
// nothing else does.
//
// Several threads may call a function at once, unless it says otherwise.

#ifndef PLUGGABLE_DRIVER_PROGRAMS_H_
#define PLUGGABLE_DRIVER_PROGRAMS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "pluggable/device_kernel.h"
#include "pluggable/launch.h"
#include "pluggable/status.h"

#include "driver/driver.h"

namespace pluggable::driver {

// What the device's compiler makes of a text. You define it, as a struct with a cl_program or a
// ze_module_handle_t, for example. It lives as long as the process.
struct Program;

// A kernel of a program. You define it. It lives as long as the process.
struct Kernel;

// What kernels have to know about the device, which is open. Called once for each device. Say what
// holds for every kernel: nothing is launched in larger blocks than threads_per_block, nothing is
// built for doubles without has_double. With is_cpu processors get kernels of their own, whose
// blocks are small.
DeviceKernelLimits KernelLimits(int ordinal);

// Compiles a program for the device. source.texts are OpenCL C 1.2, one text behind the other; no
// option is needed. On success sets *program. On an error sets *log to what the compiler said: it
// is printed once, and the host computes in the place of the program. ResourceExhausted means that
// there was no memory for it, so that it is tried again, twice at most. Unimplemented means that this
// function is not written yet: that is said once, of all programs. Never called for one program by
// two threads at once.
//
// Halves and bfloat16s are stored as 16 bits, and computed in float. Where divisions and square
// roots of floats are not rounded correctly by default, ask the compiler for that
// (-cl-fp32-correctly-rounded-divide-sqrt): tests compare with the CPU.
Status BuildProgram(int ordinal, const DeviceProgram& source, Program** program, std::string* log);

// Finds the kernel that is called `name`, and sets *kernel. Lower *most_threads if its blocks can
// have only so many threads: then the host computes in the place of larger ones. Set it to 0 if the
// kernel declares more shared memory than the device has.
Status FindKernel(int ordinal, Program* program, const char* name, Kernel** kernel,
                  uint64_t* most_threads);

// Puts the kernel on the queue: grid.x * block.x threads along the first axis, and so on, in blocks
// of block.x * block.y * block.z. `arguments` are valid during the call, so copy them.
//
// Memory is two parameters of the kernel: a buffer, and how many bytes behind its beginning the
// memory is, of 8 bytes (ulong). Where memory has addresses, pass the pointer and 0. Where it has
// handles, pass the handle of the allocation and the distance from its beginning. A null pointer is
// a null buffer. A value is one parameter of `size` bytes. The kernel's parameters have the order
// of the arguments.
//
// An error fails the op.
Status LaunchKernel(Queue* queue, Kernel* kernel, Dim3 grid, Dim3 block,
                    const std::vector<KernelArgument>& arguments);

}  // namespace pluggable::driver

#endif  // PLUGGABLE_DRIVER_PROGRAMS_H_
