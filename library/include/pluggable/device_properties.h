// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// What is known about a device.

#ifndef PLUGGABLE_DEVICE_PROPERTIES_H_
#define PLUGGABLE_DEVICE_PROPERTIES_H_

#include <cstddef>
#include <cstdint>
#include <string>

namespace pluggable {

// Text lives as long as the process: TensorFlow keeps the pointers.
struct DeviceProperties {
  const char* name = "";
  const char* vendor = "";
  const char* driver_version = "";
  const char* pci_bus_id = "";
  int32_t numa_node = -1;                    // -1: unknown
  int64_t memory_bandwidth = -1;             // of its own memory, bytes a second; -1: unknown
  double gflops = -1;                        // billions of operations a second; -1: unknown
  uint64_t memory_capacity = 0;              // bytes
  uint64_t memory_alignment = 256;           // of what Allocate returns
  uint64_t largest_allocation = UINT64_MAX;  // bytes of one block, if less than the capacity
  int num_multiprocessors = 1;               // what runs blocks at the same time
  uint32_t max_threads_per_block = 1;
  size_t shared_memory_per_block = 0;
  // Whether closures of the host's reach the memory, at driver::DevicePointer: driver::Run runs
  // them then. If not, neither function is called, and closures work on copies in the host's memory
  // (runtime/fallback.h).
  bool host_reaches_memory = true;
  // Whether what is on a queue may fail by itself: a kernel by what it does, a copy for want of
  // memory. Then copies to the host and to other devices wait until they are done (unless a host
  // callback is pending), since TensorFlow takes no error of a copy later, and would compute with
  // what has not been copied.
  bool fails_late = false;
};

// The device's name with the version of its driver, if that is known: "Some GPU (driver 1.2)".
inline std::string Description(const DeviceProperties& properties) {
  const std::string name = properties.name;
  const std::string version = properties.driver_version;
  return version.empty() ? name : name + " (driver " + version + ")";
}

}  // namespace pluggable

#endif  // PLUGGABLE_DEVICE_PROPERTIES_H_
