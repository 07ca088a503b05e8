// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Programs that a device must not run, since its driver computes them wrongly.

#ifndef PLUGGABLE_COMPUTE_DEVICE_DENIED_H_
#define PLUGGABLE_COMPUTE_DEVICE_DENIED_H_

#include "pluggable/device_properties.h"
#include "pluggable/types.h"

namespace pluggable::compute {

// Whether the device must not run the program `name` (compute/device/`name`.inc) for elements of
// that type, so that the host computes in its place. The environment variable <PLUGIN>_DENY has the
// list: `reduce` or `reduce:half`, several with commas between, `all` or `none`. If it is not set,
// it is the file ~/.config/<plugin>/denied.txt (or that of $XDG_CONFIG_HOME), which `python -m
// <plugin>.doctor --device --deny` writes. Each of its lines has a device as Description() has it,
// and its list:
//
//   Some GPU (driver 1.2): reduce:half, softmax
//
// Both are read once. What means nothing is reported to stderr.
bool IsDenied(const DeviceProperties& device, const char* name, DataType dtype);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_DEVICE_DENIED_H_
