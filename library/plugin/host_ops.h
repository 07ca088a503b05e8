// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The ops of the TensorFlow that has loaded the plugin, as that release defines them.

#ifndef PLUGGABLE_PLUGIN_HOST_OPS_H_
#define PLUGGABLE_PLUGIN_HOST_OPS_H_

#include <string_view>
#include <unordered_map>

#include "pluggable/registration.h"

struct TF_Buffer;

namespace pluggable {

class HostOps {
 public:
  // Asks TensorFlow for its ops, which takes it some 30 milliseconds.
  HostOps();
  ~HostOps();
  HostOps(const HostOps&) = delete;
  HostOps& operator=(const HostOps&) = delete;

  // Whether the op has the attribute. Also true if TensorFlow cannot be asked.
  bool HasAttr(std::string_view op, std::string_view attr) const;
  // Whether the op can be asked for the types of the row: where it lacks an attribute, it works
  // with what the attribute's default would be.
  bool HasTypes(const KernelRow& row) const;

 private:
  TF_Buffer* list_ = nullptr;                                   // an OpList message
  std::unordered_map<std::string_view, std::string_view> ops_;  // by name, OpDef messages of list_
};

}  // namespace pluggable

#endif  // PLUGGABLE_PLUGIN_HOST_OPS_H_
