// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "plugin/host_ops.h"

#include <tensorflow/c/tf_buffer.h>

#include "pluggable/wire.h"
#include "plugin/find_in_tensorflow.h"

namespace pluggable {
namespace {

std::string_view Field(std::string_view message, int field) {
  wire::Reader reader(message);
  while (reader.Next()) {
    if (reader.field() == field) return reader.bytes();
  }
  return {};
}

constexpr int kOp = 1;    // of OpList
constexpr int kName = 1;  // of OpDef and of AttrDef
constexpr int kAttr = 4;  // of OpDef

}  // namespace

HostOps::HostOps() {
  auto* const get_ops = FindInTensorFlow<TF_Buffer*()>("TF_GetAllOpList");
  if (get_ops == nullptr) return;
  list_ = get_ops();
  wire::Reader ops(std::string_view(static_cast<const char*>(list_->data), list_->length));
  while (ops.Next()) {
    if (ops.field() == kOp) ops_.emplace(Field(ops.bytes(), kName), ops.bytes());
  }
}

HostOps::~HostOps() {
  if (list_ != nullptr) TF_DeleteBuffer(list_);
}

bool HostOps::HasAttr(std::string_view op, std::string_view attr) const {
  const auto definition = ops_.find(op);
  if (definition == ops_.end()) return true;
  wire::Reader reader(definition->second);
  while (reader.Next()) {
    if (reader.field() == kAttr && Field(reader.bytes(), kName) == attr) return true;
  }
  return false;
}

bool HostOps::HasTypes(const KernelRow& row) const {
  bool has_types = true;
  row.types.ForEach([&](const TypeConstraint& type) {
    if (type.implied == 0 || type.implied == type.type) return;
    if (!HasAttr(row.op, type.attr)) has_types = false;
  });
  return has_types;
}

}  // namespace pluggable
