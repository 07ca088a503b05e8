// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Names of devices, as in the nodes of placed graphs.

#ifndef PLUGGABLE_GRAPH_DEVICE_NAME_H_
#define PLUGGABLE_GRAPH_DEVICE_NAME_H_

#include <string_view>

namespace pluggable::graph {

// "MY_NPU" of "/job:localhost/replica:0/task:0/device:MY_NPU:1"; empty if the name has no type.
inline std::string_view DeviceType(std::string_view device) {
  constexpr std::string_view kType = "/device:";
  const size_t begin = device.find(kType);
  if (begin == std::string_view::npos) return {};
  device.remove_prefix(begin + kType.size());
  return device.substr(0, device.find_first_of(":/"));
}

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_DEVICE_NAME_H_
