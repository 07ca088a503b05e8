// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// A GPU, as seen by the driver.

#ifndef PLUGGABLE_DRIVER_CUDA_DEVICE_H_
#define PLUGGABLE_DRIVER_CUDA_DEVICE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "pluggable/device_kernel.h"
#include "pluggable/status.h"

#include "driver/cuda/api.h"
#include "driver/cuda/memory.h"
#include "driver/cuda/modules.h"

namespace pluggable::cuda {

// The properties that CUDA reports for a GPU.
struct DeviceInfo {
  Ordinal handle = 0;
  std::string name;
  std::string pci_bus_id;
  std::string driver_version;  // of NVIDIA's kernel module; "" if it cannot be read
  uint64_t memory = 0;         // bytes
  uint64_t shared_memory = 0;  // bytes of a block
  uint32_t threads_per_block = 1;
  int multiprocessors = 1;
};

class Device {
 public:
  // The number of GPUs: those in CUDA_VISIBLE_DEVICES if it is set.
  static int Count();
  // The reason why there is no GPU.
  static const std::string& Reason();
  // 0 <= ordinal < Count(). Never destroyed: TensorFlow's threads may use it until the process
  // ends.
  static Device& Get(int ordinal);
  // The device whose memory the pointer points into, -1 if there is none.
  static int Of(const void* pointer);

  // Must be called before all functions below.
  Status Open();

  const DeviceInfo& info() const { return info_; }
  // The device's primary context, which all libraries in a process share. Null until it is open.
  Context context() const { return context_; }
  Memory& memory() { return memory_; }
  Modules& modules() { return modules_; }
  const DeviceKernelLimits& limits() const { return limits_; }

 private:
  explicit Device(const DeviceInfo& info);

  const DeviceInfo info_;
  const DeviceKernelLimits limits_;
  Memory memory_;
  Modules modules_;
  std::mutex mutex_;
  Context context_ = nullptr;
};

// Makes the context of an open device current on the calling thread: CUDA's functions use the
// current context. The destructor restores the previous context, which may belong to another
// library that expects it to stay.
class CurrentContext {
 public:
  explicit CurrentContext(const Device& device);
  ~CurrentContext();
  CurrentContext(const CurrentContext&) = delete;
  CurrentContext& operator=(const CurrentContext&) = delete;

  bool ok() const { return status_.ok(); }
  const Status& status() const { return status_; }

 private:
  Status status_;
  Context before_ = nullptr;
  bool is_changed_ = false;
};

}  // namespace pluggable::cuda

#endif  // PLUGGABLE_DRIVER_CUDA_DEVICE_H_
