// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Structs of the C API that TensorFlow has allocated.

#ifndef PLUGGABLE_PLUGIN_HOST_STRUCT_H_
#define PLUGGABLE_PLUGIN_HOST_STRUCT_H_

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "pluggable/status.h"

#include "plugin/names.h"
#include "plugin/spec_facts.h"

namespace pluggable {

// A field at the end of a struct that older releases lack. Plugins for hosts that have such fields
// define it in src/generated/plugin/newer_api.h.
template <typename Struct, typename Field>
struct NewerField;

// TensorFlow allocates the structs that a plugin fills, in the size of its own release, which is in
// struct_size. A plugin built against a newer release would write past their end. So the size is
// read first.
//
// Every supported host has the fields of the oldest release, so these are set directly.
// Later fields are set only if the host's struct contains them.
template <typename Struct>
class HostStruct {
 public:
  explicit HostStruct(Struct* host) : host_(host), host_size_(host->struct_size) {}

  // Fails if the host's struct ends before the end of that field, because its TensorFlow is older
  // than this plugin supports.
  template <typename Field>
  Status Require(Field Struct::*last) const {
    if (EndOf(last) <= host_size_) return Status();
    return errors::FailedPrecondition(names::kPlugin, " needs TensorFlow ",
                                      spec_facts::kOldestTensorFlow, " or newer");
  }

  Struct* operator->() const { return host_; }

  // Sets a field if the host's struct contains it.
  template <typename Field>
  void SetIfThere(Field Struct::*field, Field value) {
    if (EndOf(field) <= host_size_) host_->*field = value;
  }
  template <typename Field>
  void SetIfThere(NewerField<Struct, Field> field, Field value) {
    if (field.end() > host_size_) return;
    std::memcpy(reinterpret_cast<char*>(host_) + field.offset, static_cast<const void*>(&value),
                sizeof(value));
  }

  // Reports to the host the part of the struct that this plugin knows: everything up to that field.
  template <typename Field>
  void SetEnd(Field Struct::*last) {
    host_->struct_size = std::min(host_size_, EndOf(last));
  }
  template <typename Field>
  void SetEnd(NewerField<Struct, Field> last) {
    host_->struct_size = std::min(host_size_, last.end());
  }

 private:
  template <typename Field>
  size_t EndOf(Field Struct::*field) const {
    const auto* begin = reinterpret_cast<const char*>(host_);
    const auto* member = reinterpret_cast<const char*>(&(host_->*field));
    return static_cast<size_t>(member - begin) + sizeof(Field);
  }

  Struct* const host_;
  const size_t host_size_;
};

}  // namespace pluggable

#endif  // PLUGGABLE_PLUGIN_HOST_STRUCT_H_
