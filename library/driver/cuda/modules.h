// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The kernels of a device, loaded when they are first used.

#ifndef PLUGGABLE_DRIVER_CUDA_MODULES_H_
#define PLUGGABLE_DRIVER_CUDA_MODULES_H_

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "pluggable/device_kernel.h"
#include "pluggable/status.h"

#include "driver/cuda/api.h"

namespace pluggable::cuda {

struct LoadedKernel {
  Status status;  // why it cannot be used
  Function function = nullptr;
  uint32_t most_threads = 0;  // of a block
};

class Modules {
 public:
  explicit Modules(std::string device) : device_(std::move(device)) {}
  Modules(const Modules&) = delete;
  Modules& operator=(const Modules&) = delete;

  // Loads its module if need be: NVIDIA's driver compiles the PTX for the device then, or takes it
  // from its cache. A kernel that cannot be loaded is reported on stderr, once; it is tried again
  // if there was no memory for it. The device's context is current.
  std::shared_ptr<const LoadedKernel> Find(const DeviceKernel& kernel);
  // Loads all kernels of the program that are not loaded. The device's context is current.
  Status Load(const DeviceProgram& program);

 private:
  // That of one kernel.
  struct LoadedModule {
    std::mutex mutex;
    bool is_tried = false;
    Status status;
    Module handle = nullptr;
  };

  void LoadModule(const DeviceProgram& program, const std::string& name,
                  LoadedModule* loaded) const;
  Status Prepare(const DeviceProgram& program, const std::string& name, Module* module);
  std::shared_ptr<const LoadedKernel> Create(const DeviceKernel& kernel);

  const std::string device_;
  std::mutex mutex_;
  std::map<std::pair<const DeviceProgram*, std::string>, std::unique_ptr<LoadedModule>> modules_;
  std::map<std::pair<const DeviceProgram*, const char*>, std::shared_ptr<const LoadedKernel>>
      kernels_;
};

}  // namespace pluggable::cuda

#endif  // PLUGGABLE_DRIVER_CUDA_MODULES_H_
