// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The properties of a device that its driver reports.

#ifndef PLUGGABLE_DEVICE_PROPERTIES_H_
#define PLUGGABLE_DEVICE_PROPERTIES_H_

#include <cstddef>
#include <cstdint>
#include <string>

namespace pluggable {

// Texts must live as long as the process, since TensorFlow keeps the pointers.
struct DeviceProperties {
  const char* name = "";
  const char* vendor = "";
  const char* driver_version = "";
  const char* pci_bus_id = "";
  int32_t numa_node = -1;                    // -1: unknown
  int64_t memory_bandwidth = -1;             // of the device's memory, bytes a second; -1: unknown
  double gflops = -1;                        // billions of operations a second; -1: unknown
  uint64_t memory_capacity = 0;              // bytes
  uint64_t memory_alignment = 256;           // of what Allocate returns
  uint64_t largest_allocation = UINT64_MAX;  // bytes of one block, if less than the capacity
  int num_multiprocessors = 1;               // units that run blocks at the same time
  uint32_t max_threads_per_block = 1;
  size_t shared_memory_per_block = 0;
  // Whether the host's code can access the memory, at driver::DevicePointer. If so, driver::Run
  // runs the closures. If not, neither function is called, and closures work on copies in host
  // memory (runtime/fallback.h).
  bool host_reaches_memory = true;
  // Whether enqueued work may fail later: a kernel because of what it does, a copy because memory
  // is short. If so, copies to the host and to other devices wait for the result (unless a host
  // callback is pending). TensorFlow accepts no late error of a copy, and would compute with data
  // that was never copied.
  bool fails_late = false;
};

// Returns the device's name with the version of its driver if known: "Some GPU (driver 1.2)".
inline std::string Description(const DeviceProperties& properties) {
  const std::string name = properties.name;
  const std::string version = properties.driver_version;
  return version.empty() ? name : name + " (driver " + version + ")";
}

}  // namespace pluggable

#endif  // PLUGGABLE_DEVICE_PROPERTIES_H_
