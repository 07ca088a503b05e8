// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Which of the machine's OpenCL devices the plugin lists.

#ifndef PLUGGABLE_DRIVER_OPENCL_DEVICES_H_
#define PLUGGABLE_DRIVER_OPENCL_DEVICES_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "driver/opencl/api.h"

namespace pluggable::opencl {

// What OpenCL says of a device.
struct DeviceInfo {
  cl_device_id id = nullptr;
  std::string platform;
  std::string platform_version;
  std::string name;
  std::string vendor;
  std::string version;         // of OpenCL: "OpenCL 3.0 ..."
  std::string driver_version;  // the vendor's
  cl_device_type type = 0;
  uint64_t memory = 0;          // bytes
  uint64_t max_allocation = 0;  // bytes of one buffer
  uint64_t local_memory = 0;    // bytes of a work-group
  uint32_t compute_units = 1;
  uint32_t max_work_group = 1;
  std::array<size_t, 3> max_work_items{1, 1, 1};  // of a work-group, along each dimension
  bool has_double = false;
  bool rounds_divisions = false;  // divisions and square roots of floats can be rounded correctly
};

struct Devices {
  std::vector<DeviceInfo> all;     // that OpenCL lists, platform by platform
  std::vector<DeviceInfo> chosen;  // among them, in the same order
  std::string objection;           // why none is chosen
};

// The machine's devices, looked up on the first call. The environment variable
// <PLUGIN>_OPENCL_DEVICES chooses, or the spec; see Choose.
const Devices& TheDevices();

// The devices that `choice` means: terms with commas between, each of which is `gpu`, `cpu`,
// `accelerator`, `all`, a number (of a device in the list), or a part of the name of a device or
// its platform in any case. An empty choice means GPUs and accelerators, or all if there are none.
std::vector<DeviceInfo> Choose(const std::vector<DeviceInfo>& devices, const std::string& choice);

}  // namespace pluggable::opencl

#endif  // PLUGGABLE_DRIVER_OPENCL_DEVICES_H_
