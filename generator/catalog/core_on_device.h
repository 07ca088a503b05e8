// Ops whose kernels in TensorFlow would compute on the CPU in a device's memory.

#ifndef PLUGINGEN_CATALOG_CORE_ON_DEVICE_H_
#define PLUGINGEN_CATALOG_CORE_ON_DEVICE_H_

#include <string_view>
#include <vector>

#include "catalog/catalog.h"

namespace plugingen::catalog {

// The ops in catalog/core_on_device.txt.
std::vector<std::string_view> OpsOfCoreOnDevice();

// True if TensorFlow registers a kernel of the op for every device.
bool IsOnEveryDevice(const Op& op);

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_CORE_ON_DEVICE_H_
