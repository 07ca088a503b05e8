// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The op definitions of the TensorFlow release that has loaded the plugin.

#ifndef PLUGGABLE_PLUGIN_HOST_OPS_H_
#define PLUGGABLE_PLUGIN_HOST_OPS_H_

#include <string_view>
#include <unordered_map>

#include "pluggable/registration.h"

struct TF_Buffer;

namespace pluggable {

class HostOps {
 public:
  // Reads TensorFlow's op list, which takes about 30 milliseconds.
  HostOps();
  ~HostOps();
  HostOps(const HostOps&) = delete;
  HostOps& operator=(const HostOps&) = delete;

  // Whether the op has the attribute. True if TensorFlow's list cannot be read.
  bool HasAttr(std::string_view op, std::string_view attr) const;
  // Whether the op can have the types of the row. If it lacks an attribute, it always works with
  // the attribute's default.
  bool HasTypes(const KernelRow& row) const;

 private:
  TF_Buffer* list_ = nullptr;                                   // an OpList message
  std::unordered_map<std::string_view, std::string_view> ops_;  // by name, OpDef messages of list_
};

}  // namespace pluggable

#endif  // PLUGGABLE_PLUGIN_HOST_OPS_H_
