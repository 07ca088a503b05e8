// Functions that compile the library's kernels (library/compute/device) for the device, for
// `device: {kernels: opencl_c}`. programs.cc implements them. Only library/driver/custom calls
// them.
//
// Several threads may call a function at once, unless its comment says otherwise.

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

// The result of compiling a text. You define it, for example as a struct with a cl_program or a
// ze_module_handle_t. It lives as long as the process.
struct Program;

// A kernel of a program. You define it. It lives as long as the process.
struct Kernel;

// The limits of an open device that kernels depend on. Called once for each device. Return limits
// that hold for every kernel: no block is larger than threads_per_block, and no program uses
// doubles without has_double. If is_cpu is true, the library uses its kernels for processors, whose
// blocks are small.
DeviceKernelLimits KernelLimits(int ordinal);

// Compiles a program for the device. source.texts are OpenCL C 1.2, to be concatenated; no option
// is needed. On success, set *program. On an error, set *log to the compiler's messages: they are
// printed once, and the host computes instead of the program. ResourceExhausted means that memory
// was short: the program is tried again, at most twice. Unimplemented means that this function is
// not written yet, which is printed once for all programs. Two threads never compile the same
// program at once.
//
// half and bfloat16 are stored as 16 bits, and computed in float. If the compiler does not round
// divisions and square roots of floats correctly by default, request that
// (-cl-fp32-correctly-rounded-divide-sqrt): tests compare with the CPU.
Status BuildProgram(int ordinal, const DeviceProgram& source, Program** program, std::string* log);

// Finds the kernel `name`, and sets *kernel. Lower *most_threads if the kernel's blocks can only
// have fewer threads; the host computes instead of larger blocks. Set it to 0 if the kernel
// declares more shared memory than the device has.
Status FindKernel(int ordinal, Program* program, const char* name, Kernel** kernel,
                  uint64_t* most_threads);

// Enqueues the kernel: grid.x * block.x threads along the first axis, and so on, in blocks of
// block.x * block.y * block.z. `arguments` are valid during the call, so copy them.
//
// Memory is two parameters of the kernel: a buffer, and the memory's offset in the buffer in bytes
// (a ulong). If memory has addresses, pass the pointer and 0. If memory has handles, pass the
// handle of the allocation and the offset from its start. A null pointer is a null buffer. A value
// is one parameter of `size` bytes. The kernel's parameters are in the order of the arguments.
//
// An error fails the op.
Status LaunchKernel(Queue* queue, Kernel* kernel, Dim3 grid, Dim3 block,
                    const std::vector<KernelArgument>& arguments);

}  // namespace pluggable::driver

#endif  // PLUGGABLE_DRIVER_PROGRAMS_H_
