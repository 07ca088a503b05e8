// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The programs of a device with a user's driver, built when their first kernel is used.

#ifndef PLUGGABLE_DRIVER_CUSTOM_PROGRAMS_H_
#define PLUGGABLE_DRIVER_CUSTOM_PROGRAMS_H_

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "pluggable/device_kernel.h"
#include "pluggable/status.h"

#include "driver/opencl_c/kept_programs.h"
#include "driver/programs.h"

namespace pluggable::custom {

struct BuiltKernel {
  Status status;  // OK, or why it cannot be used
  int tries = 0;  // attempts to make it
  driver::Kernel* handle = nullptr;
  uint64_t most_threads = 0;  // threads of a block
};

class Programs {
 public:
  // The programs of an open device. Never destroyed: TensorFlow's threads may use them until the
  // process ends.
  static Programs& Of(int ordinal);

  explicit Programs(int ordinal);
  Programs(const Programs&) = delete;
  Programs& operator=(const Programs&) = delete;

  const DeviceKernelLimits& limits() const { return limits_; }

  // Builds the kernel's program if necessary. The first failure is printed to stderr. Later calls
  // try again only if memory was short.
  std::shared_ptr<const BuiltKernel> Find(const DeviceKernel& kernel);
  // Builds the program if necessary.
  Status Prepare(const DeviceProgram& program);

 private:
  struct BuiltProgram {
    int tries = 0;
    Status status;
    driver::Program* handle = nullptr;
  };

  // Does nothing if the program is built, or can never be built.
  void Build(const DeviceProgram& program, BuiltProgram* built);
  void Report(const DeviceProgram& program, const Status& status, const std::string& log);
  void Create(const DeviceKernel& kernel, BuiltProgram* program, BuiltKernel* created);

  const int ordinal_;
  const std::string device_;  // the device's name
  const DeviceKernelLimits limits_;
  std::once_flag has_no_kernels_yet_;
  opencl_c::KeptPrograms<BuiltProgram, BuiltKernel> kept_;
};

}  // namespace pluggable::custom

#endif  // PLUGGABLE_DRIVER_CUSTOM_PROGRAMS_H_
