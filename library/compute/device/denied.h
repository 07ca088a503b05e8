// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Programs that a device must not run because its driver computes them wrongly.

#ifndef PLUGGABLE_COMPUTE_DEVICE_DENIED_H_
#define PLUGGABLE_COMPUTE_DEVICE_DENIED_H_

#include "pluggable/device_properties.h"
#include "pluggable/types.h"

namespace pluggable::compute {

// Whether the device must not run the program `name` (compute/device/`name`.inc) for elements of
// that type; the host computes instead. The environment variable <PLUGIN>_DENY is a list of entries
// such as `reduce` or `reduce:half` with commas between, `all`, or `none`. If it is not set, the
// list comes from the file ~/.config/<plugin>/denied.txt (or the one in $XDG_CONFIG_HOME), which
// `python -m <plugin>.doctor --device --deny` writes. Each line of the file has a device, in the
// format of Description(), and its list:
//
//   Some GPU (driver 1.2): reduce:half, softmax
//
// Both are read once. Invalid entries are reported to stderr.
bool IsDenied(const DeviceProperties& device, const char* name, DataType dtype);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_DEVICE_DENIED_H_
