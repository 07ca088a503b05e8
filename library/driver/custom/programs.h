// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The programs of a device whose driver is the owner's, built when their first kernel is used.

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
  Status status;  // why it cannot be used
  int tries = 0;  // to make it, with this one
  driver::Kernel* handle = nullptr;
  uint64_t most_threads = 0;  // of a block
};

class Programs {
 public:
  // Those of a device that is open. Never destroyed: threads of TensorFlow's may use them until the
  // process ends.
  static Programs& Of(int ordinal);

  explicit Programs(int ordinal);
  Programs(const Programs&) = delete;
  Programs& operator=(const Programs&) = delete;

  const DeviceKernelLimits& limits() const { return limits_; }

  // Builds its program if need be. What cannot be built is reported on stderr, once. If that is for
  // want of memory, the next calls try again.
  std::shared_ptr<const BuiltKernel> Find(const DeviceKernel& kernel);
  // Builds the program if need be.
  Status Prepare(const DeviceProgram& program);

 private:
  struct BuiltProgram {
    int tries = 0;
    Status status;
    driver::Program* handle = nullptr;
  };

  // Does nothing if it is built, or will never be.
  void Build(const DeviceProgram& program, BuiltProgram* built);
  void Report(const DeviceProgram& program, const Status& status, const std::string& log);
  void Create(const DeviceKernel& kernel, BuiltProgram* program, BuiltKernel* created);

  const int ordinal_;
  const std::string device_;  // its name
  const DeviceKernelLimits limits_;
  std::once_flag has_no_kernels_yet_;
  opencl_c::KeptPrograms<BuiltProgram, BuiltKernel> kept_;
};

}  // namespace pluggable::custom

#endif  // PLUGGABLE_DRIVER_CUSTOM_PROGRAMS_H_
