// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The definition of a kernel's node. It gives access to attributes for which some releases' C API
// has no getter.

#ifndef PLUGGABLE_NODE_DEF_H_
#define PLUGGABLE_NODE_DEF_H_

#include <tensorflow/c/kernels.h>
#include <tensorflow/c/tf_buffer.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pluggable/status.h"
#include "pluggable/tensor_shape.h"
#include "pluggable/wire.h"

namespace pluggable {

// The value of a function attribute: the function's name, and the NameAttrList message it came in.
struct NameAttrList {
  std::string name;
  std::string serialized;
};

// Owns a serialized NodeDef.
class NodeDef {
 public:
  // Reads the definition of the kernel's node. It is empty if TensorFlow has none.
  explicit NodeDef(TF_OpKernelConstruction* construction)
      : buffer_(TF_OpKernelConstruction_GetNodeDef(construction, TfStatus::ThisThread().get())) {
    TfStatus::ThisThread().Take().IgnoreError();  // a node without a definition has no fields
  }
  ~NodeDef() {
    if (buffer_ != nullptr) TF_DeleteBuffer(buffer_);
  }
  NodeDef(const NodeDef&) = delete;
  NodeDef& operator=(const NodeDef&) = delete;

  // The name of the op, "Relu", as a view of this object's bytes.
  std::string_view op() const {
    wire::Reader node(message());
    while (node.Next()) {
      if (node.field() == kOp) return node.bytes();
    }
    return {};
  }

  // Sets *value to the serialized AttrValue of the attribute `name`, a view of this object's bytes.
  // Returns false, and leaves *value unchanged, if there is no such attribute.
  bool FindAttr(std::string_view name, std::string_view* value) const {
    wire::Reader node(message());
    while (node.Next()) {
      if (node.field() != kAttr) continue;
      std::string_view key;
      std::string_view entry_value;
      wire::Reader entry(node.bytes());
      while (entry.Next()) {
        if (entry.field() == 1) key = entry.bytes();
        if (entry.field() == 2) entry_value = entry.bytes();
      }
      if (key == name) {
        *value = entry_value;
        return true;
      }
    }
    return false;
  }

 private:
  static constexpr int kOp = 2;
  static constexpr int kAttr = 5;

  std::string_view message() const {
    if (buffer_ == nullptr) return {};
    return {static_cast<const char*>(buffer_->data), buffer_->length};
  }

  TF_Buffer* buffer_;
};

namespace internal {

// The numbers of fields of AttrValue, and of AttrValue.ListValue where a comment gives two.
inline constexpr int kAttrList = 1;
inline constexpr int kAttrShape = 7;
inline constexpr int kAttrFunction = 10;
inline constexpr int kListShape = 7;
inline constexpr int kListFunction = 9;

// A TensorShapeProto.
inline bool ParseMessage(std::string_view message, PartialTensorShape* shape) {
  std::vector<int64_t> sizes;
  bool unknown_rank = false;
  wire::Reader reader(message);
  while (reader.Next()) {
    if (reader.field() == 2) {
      int64_t size = 0;
      wire::Reader dim(reader.bytes());
      while (dim.Next()) {
        if (dim.field() == 1) size = dim.number();
      }
      if (!dim.ok()) return false;
      sizes.push_back(size);
    } else if (reader.field() == 3) {
      unknown_rank = reader.number() != 0;
    }
  }
  if (!reader.ok() || sizes.size() > static_cast<size_t>(kMaxTensorDims)) return false;
  *shape = unknown_rank ? PartialTensorShape() : PartialTensorShape(Span<const int64_t>(sizes));
  return true;
}

inline bool ParseMessage(std::string_view message, TensorShape* shape) {
  PartialTensorShape partial;
  return ParseMessage(message, &partial) && partial.AsTensorShape(shape);
}

// A NameAttrList.
inline bool ParseMessage(std::string_view message, NameAttrList* function) {
  function->serialized = std::string(message);
  wire::Reader reader(message);
  while (reader.Next()) {
    if (reader.field() == 1) function->name = std::string(reader.bytes());
  }
  return reader.ok();
}

// Reads field `field` of an AttrValue.
template <typename T>
bool ParseAttrValue(std::string_view attr_value, int field, T* value) {
  wire::Reader reader(attr_value);
  while (reader.Next()) {
    if (reader.field() == field) return ParseMessage(reader.bytes(), value);
  }
  return false;
}

// Reads the elements of field `field` of an AttrValue's list.
template <typename T>
bool ParseAttrList(std::string_view attr_value, int field, std::vector<T>* values) {
  wire::Reader reader(attr_value);
  while (reader.Next()) {
    if (reader.field() != kAttrList) continue;
    wire::Reader list(reader.bytes());
    while (list.Next()) {
      if (list.field() != field) continue;
      values->emplace_back();
      if (!ParseMessage(list.bytes(), &values->back())) return false;
    }
    return list.ok();
  }
  return false;
}

inline bool ParseAttrValue(std::string_view attr_value, TensorShape* value) {
  return ParseAttrValue(attr_value, kAttrShape, value);
}
inline bool ParseAttrValue(std::string_view attr_value, PartialTensorShape* value) {
  return ParseAttrValue(attr_value, kAttrShape, value);
}
inline bool ParseAttrValue(std::string_view attr_value, NameAttrList* value) {
  return ParseAttrValue(attr_value, kAttrFunction, value);
}
inline bool ParseAttrValue(std::string_view attr_value, std::vector<TensorShape>* values) {
  return ParseAttrList(attr_value, kListShape, values);
}
inline bool ParseAttrValue(std::string_view attr_value, std::vector<PartialTensorShape>* values) {
  return ParseAttrList(attr_value, kListShape, values);
}
inline bool ParseAttrValue(std::string_view attr_value, std::vector<NameAttrList>* values) {
  return ParseAttrList(attr_value, kListFunction, values);
}

}  // namespace internal

}  // namespace pluggable

#endif  // PLUGGABLE_NODE_DEF_H_
