// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The programs of a device, built when their first kernel is used.

#ifndef PLUGGABLE_DRIVER_OPENCL_PROGRAMS_H_
#define PLUGGABLE_DRIVER_OPENCL_PROGRAMS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "pluggable/device_kernel.h"
#include "pluggable/status.h"

#include "driver/opencl/api.h"
#include "driver/opencl/devices.h"

namespace pluggable::opencl {

// A kernel. Its arguments are those of the last who set them, so that a launch holds the lock.
struct BuiltKernel {
  Status status;  // why it cannot be used
  int tries = 0;  // to make it, with this one
  cl_kernel handle = nullptr;
  size_t most_threads = 0;  // of a work-group
  std::mutex launching;
};

class Programs {
 public:
  // With the kernels for processors, if the device is one. NVIDIA's driver 580 took two minutes to
  // compile those of convolutions for an H200.
  Programs(cl_context context, const DeviceInfo& device, bool has_kernels_of_cpus)
      : context_(context), device_(device), has_kernels_of_cpus_(has_kernels_of_cpus) {}
  Programs(const Programs&) = delete;
  Programs& operator=(const Programs&) = delete;

  // Builds its program if need be. What cannot be built is reported on stderr, once. If that is for
  // want of memory, the next calls try again.
  std::shared_ptr<BuiltKernel> Find(const DeviceKernel& kernel);

 private:
  struct BuiltProgram {
    std::mutex mutex;
    int tries = 0;
    Status status;
    cl_program handle = nullptr;
  };

  using Key = std::pair<const DeviceProgram*, const char*>;

  // Null if it is to be made, maybe once more.
  std::shared_ptr<BuiltKernel> FindMade(const Key& key, int* tries);
  BuiltProgram* ProgramOf(const DeviceKernel& kernel);
  // With the program's lock held.
  void Build(const DeviceProgram& program, BuiltProgram* built) const;
  void Create(const DeviceKernel& kernel, BuiltProgram* program, BuiltKernel* created) const;

  const cl_context context_;
  const DeviceInfo& device_;
  const bool has_kernels_of_cpus_;
  std::mutex mutex_;
  std::map<const DeviceProgram*, std::unique_ptr<BuiltProgram>> programs_;
  std::map<Key, std::shared_ptr<BuiltKernel>> kernels_;
};

}  // namespace pluggable::opencl

#endif  // PLUGGABLE_DRIVER_OPENCL_PROGRAMS_H_
