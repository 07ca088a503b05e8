// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Selects the machine's OpenCL devices that the plugin lists.

#ifndef PLUGGABLE_DRIVER_OPENCL_DEVICES_H_
#define PLUGGABLE_DRIVER_OPENCL_DEVICES_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "driver/opencl/api.h"

namespace pluggable::opencl {

// The properties that OpenCL reports for a device.
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
  bool rounds_divisions = false;  // float divisions and square roots can be correctly rounded
};

struct Devices {
  std::vector<DeviceInfo> all;     // all devices that OpenCL lists, by platform
  std::vector<DeviceInfo> chosen;  // the selected ones, in the same order
  std::string reason;              // why none is selected
};

// The machine's devices, listed on the first call. The environment variable <PLUGIN>_OPENCL_DEVICES
// selects among them, or else the spec; see Choose.
const Devices& TheDevices();

// The devices that `choice` selects. It consists of terms with commas between them: `gpu`, `cpu`,
// `accelerator`, `all`, the number of a device in the list, or a part of the name of a device or
// its platform in upper or lower case. An empty choice selects GPUs and accelerators, or all
// devices if there are none.
std::vector<DeviceInfo> Choose(const std::vector<DeviceInfo>& devices, const std::string& choice);

}  // namespace pluggable::opencl

#endif  // PLUGGABLE_DRIVER_OPENCL_DEVICES_H_
