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
  Status status;  // OK, or why it cannot be used
  Function function = nullptr;
  uint32_t most_threads = 0;  // threads of a block
};

class Modules {
 public:
  explicit Modules(std::string device) : device_(std::move(device)) {}
  Modules(const Modules&) = delete;
  Modules& operator=(const Modules&) = delete;

  // Loads the kernel's module if necessary. NVIDIA's driver then compiles the PTX for the device,
  // or reads the result from its cache. The first failure of a kernel is printed to stderr. Later
  // calls try again only if memory was short. The device's context must be current.
  std::shared_ptr<const LoadedKernel> Find(const DeviceKernel& kernel);
  // Loads the kernels of the program that are not loaded yet. The device's context must be current.
  Status Load(const DeviceProgram& program);

 private:
  // The module with one kernel.
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
