// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The driver's functions for kernels, with faults, like those in faulty_driver.cc.

#include <cstdint>
#include <string>
#include <vector>

#include "driver/driver.h"
#include "driver/programs.h"
#include "testing/faulty_driver.h"

namespace pluggable::real_driver {

struct Queue;
struct Program;
struct Kernel;

DeviceKernelLimits KernelLimits(int ordinal);
Status BuildProgram(int ordinal, const DeviceProgram& source, Program** program, std::string* log);
Status FindKernel(int ordinal, Program* program, const char* name, Kernel** kernel,
                  uint64_t* most_threads);
Status LaunchKernel(Queue* queue, Kernel* kernel, Dim3 grid, Dim3 block,
                    const std::vector<KernelArgument>& arguments);

}  // namespace pluggable::real_driver

namespace pluggable::driver {

namespace {

Status Injected(const char* function) { return errors::Internal("injected fault in ", function); }

}  // namespace

DeviceKernelLimits KernelLimits(int ordinal) { return real_driver::KernelLimits(ordinal); }

Status BuildProgram(int ordinal, const DeviceProgram& source, Program** program, std::string* log) {
  if (FaultStrikes("BuildProgram")) return Injected("BuildProgram");
  real_driver::Program* real = nullptr;
  Status status = real_driver::BuildProgram(ordinal, source, &real, log);
  *program = reinterpret_cast<Program*>(real);
  return status;
}

Status FindKernel(int ordinal, Program* program, const char* name, Kernel** kernel,
                  uint64_t* most_threads) {
  if (FaultStrikes("FindKernel")) return Injected("FindKernel");
  real_driver::Kernel* real = nullptr;
  Status status = real_driver::FindKernel(ordinal, reinterpret_cast<real_driver::Program*>(program),
                                          name, &real, most_threads);
  *kernel = reinterpret_cast<Kernel*>(real);
  return status;
}

Status LaunchKernel(Queue* queue, Kernel* kernel, Dim3 grid, Dim3 block,
                    const std::vector<KernelArgument>& arguments) {
  if (FaultStrikes("LaunchKernel")) return Injected("LaunchKernel");
  return real_driver::LaunchKernel(reinterpret_cast<real_driver::Queue*>(queue),
                                   reinterpret_cast<real_driver::Kernel*>(kernel), grid, block,
                                   arguments);
}

}  // namespace pluggable::driver
