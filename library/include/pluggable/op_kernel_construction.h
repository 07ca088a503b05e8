// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The context of a kernel's constructor: the node's name and attributes.

#ifndef PLUGGABLE_OP_KERNEL_CONSTRUCTION_H_
#define PLUGGABLE_OP_KERNEL_CONSTRUCTION_H_

#include <tensorflow/c/kernels.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pluggable/node_def.h"
#include "pluggable/status.h"
#include "pluggable/tensor.h"
#include "pluggable/tensor_shape.h"
#include "pluggable/types.h"

namespace pluggable {

namespace internal {

// Logs the file and line in which a kernel failed, if the environment variable names::kVerbose asks
// for it. The message that TensorFlow shows stays the kernel's own.
[[gnu::cold]] void LogFailure(const char* file, int line, const Status& status);

}  // namespace internal

// The context of a kernel's constructor. It is valid while the constructor runs.
class OpKernelConstruction {
 public:
  // Wraps what the C API passes to the function that creates a kernel.
  explicit OpKernelConstruction(TF_OpKernelConstruction* construction)
      : construction_(construction) {}

  // The name of the node. It need not contain the name of its op.
  std::string name() const {
    const TF_StringView name = TF_OpKernelConstruction_GetName(construction_);
    return std::string(name.data, name.len);
  }
  // The name of the node's op, "Relu".
  std::string type_string() const { return std::string(NodeDef(construction_).op()); }

  // Whether the node has the attribute.
  bool HasAttr(const std::string& attr) const {
    return TF_OpKernelConstruction_HasAttr(construction_, attr.c_str(),
                                           TfStatus::ThisThread().get());
  }

  // Reads the attribute `attr` of the node. The type of *value determines the attribute's kind; a
  // vector is a list. Fails if there is no such attribute, if the attribute has another kind, or if
  // an integer exceeds an int32. *value is unchanged then.
  Status GetAttr(const std::string& attr, int32_t* value) const {
    std::vector<int64_t> wide(1);
    Status status = GetAttr(attr, wide.data());
    return status.ok() ? Narrow(attr, wide, value) : status;
  }
  Status GetAttr(const std::string& attr, int64_t* value) const {
    return Get(TF_OpKernelConstruction_GetAttrInt64, attr, value);
  }
  Status GetAttr(const std::string& attr, float* value) const {
    return Get(TF_OpKernelConstruction_GetAttrFloat, attr, value);
  }
  Status GetAttr(const std::string& attr, bool* value) const {
    TF_Bool flag = 0;
    Status status = Get(TF_OpKernelConstruction_GetAttrBool, attr, &flag);
    if (status.ok()) *value = flag != 0;
    return status;
  }
  Status GetAttr(const std::string& attr, DataType* value) const {
    return Get(TF_OpKernelConstruction_GetAttrType, attr, value);
  }
  Status GetAttr(const std::string& attr, std::string* value) const;
  Status GetAttr(const std::string& attr, Tensor* value) const;
  // Shapes and functions. Reading a TensorShape fails if a size is unknown; a PartialTensorShape
  // may have unknown sizes.
  Status GetAttr(const std::string& attr, TensorShape* value) const {
    return GetFromNodeDef(attr, value);
  }
  Status GetAttr(const std::string& attr, PartialTensorShape* value) const {
    return GetFromNodeDef(attr, value);
  }
  Status GetAttr(const std::string& attr, NameAttrList* value) const {
    return GetFromNodeDef(attr, value);
  }

  // Reads a text that names a value of an enumeration, by the enumeration's function
  // AttrFromString: Padding ("padding.h") and TensorFormat ("tensor_format.h") have one. Fails for
  // other texts.
  template <typename T>
  auto GetAttr(const std::string& attr, T* value) const
      -> decltype(AttrFromString(std::string(), value)) {
    std::string text;
    Status status = GetAttr(attr, &text);
    return status.ok() ? AttrFromString(text, value) : status;
  }

  // Lists. An attribute that is not a list is an error.
  Status GetAttr(const std::string& attr, std::vector<int32_t>* value) const {
    std::vector<int64_t> wide;
    Status status = GetAttr(attr, &wide);
    if (!status.ok()) return status;
    std::vector<int32_t> narrow(wide.size());
    status = Narrow(attr, wide, narrow.data());
    if (status.ok()) *value = std::move(narrow);
    return status;
  }
  Status GetAttr(const std::string& attr, std::vector<int64_t>* value) const {
    return GetList(TF_OpKernelConstruction_GetAttrInt64List, attr, value);
  }
  Status GetAttr(const std::string& attr, std::vector<float>* value) const {
    return GetList(TF_OpKernelConstruction_GetAttrFloatList, attr, value);
  }
  Status GetAttr(const std::string& attr, std::vector<bool>* value) const {
    std::vector<TF_Bool> flags;
    Status status = GetList(TF_OpKernelConstruction_GetAttrBoolList, attr, &flags);
    if (status.ok()) value->assign(flags.begin(), flags.end());
    return status;
  }
  Status GetAttr(const std::string& attr, DataTypeVector* value) const {
    return GetList(TF_OpKernelConstruction_GetAttrTypeList, attr, value);
  }
  Status GetAttr(const std::string& attr, std::vector<std::string>* value) const;
  Status GetAttr(const std::string& attr, std::vector<Tensor>* value) const;
  Status GetAttr(const std::string& attr, std::vector<TensorShape>* value) const {
    return GetFromNodeDef(attr, value);
  }
  Status GetAttr(const std::string& attr, std::vector<PartialTensorShape>* value) const {
    return GetFromNodeDef(attr, value);
  }
  Status GetAttr(const std::string& attr, std::vector<NameAttrList>* value) const {
    return GetFromNodeDef(attr, value);
  }

  // Fails the kernel's construction. TensorFlow reports the first error.
  [[gnu::cold]] void SetStatus(const Status& status) {
    if (status.ok() || !status_.ok()) return;
    status_ = status;
    TfStatus failure;
    failure.Set(status);
    TF_OpKernelConstruction_Failure(construction_, failure.get());
  }
  // The same as SetStatus(), for OP_REQUIRES. `file` and `line` go to the log if the environment
  // asks for it.
  [[gnu::cold]] void CtxFailure(const Status& status) { SetStatus(status); }
  [[gnu::cold]] void CtxFailure(const char* file, int line, const Status& status) {
    internal::LogFailure(file, line, status);
    SetStatus(status);
  }
  // The first error so far, or OK.
  const Status& status() const { return status_; }

  // The C API's object.
  TF_OpKernelConstruction* handle() const { return construction_; }

 private:
  template <typename T>
  using Getter = void (*)(TF_OpKernelConstruction*, const char*, T*, TF_Status*);
  template <typename T>
  using ListGetter = void (*)(TF_OpKernelConstruction*, const char*, T*, int, TF_Status*);

  template <typename T>
  Status Get(Getter<T> getter, const std::string& attr, T* value) const {
    TfStatus& status = TfStatus::ThisThread();
    T result{};
    getter(construction_, attr.c_str(), &result, status.get());
    if (status.ok()) *value = result;
    return status.Take();
  }

  template <typename T>
  Status GetList(ListGetter<T> getter, const std::string& attr, std::vector<T>* value) const {
    int32_t count = 0;
    int32_t bytes = 0;
    Status size_status = GetSize(attr, &count, &bytes);
    if (!size_status.ok()) return size_status;
    if (count < 0) return NotAList(attr);
    TfStatus& status = TfStatus::ThisThread();
    std::vector<T> result(static_cast<size_t>(count));
    getter(construction_, attr.c_str(), result.data(), count, status.get());
    if (status.ok()) *value = std::move(result);
    return status.Take();
  }

  // Narrows all integers, or none if one exceeds an int32. The C API's own getters of int32 lists
  // truncate larger numbers in every release.
  static Status Narrow(const std::string& attr, const std::vector<int64_t>& wide, int32_t* narrow) {
    for (const int64_t value : wide) {
      if (value != static_cast<int32_t>(value)) {
        return errors::InvalidArgument("Attr ", attr, " has value ", value,
                                       " out of range for an int32");
      }
    }
    std::transform(wide.begin(), wide.end(), narrow,
                   [](int64_t value) { return static_cast<int32_t>(value); });
    return Status();
  }

  // Reads the number of elements of a list attribute (-1 if it is no list), and the bytes of its
  // strings.
  Status GetSize(const std::string& attr, int32_t* count, int32_t* bytes) const {
    TfStatus& status = TfStatus::ThisThread();
    TF_OpKernelConstruction_GetAttrSize(construction_, attr.c_str(), count, bytes, status.get());
    return status.Take();
  }

  static Status NotAList(const std::string& attr) {
    return errors::InvalidArgument("Attribute '", attr, "' is not a list");
  }

  // Reads shapes and functions from the node's definition. The CPU wheels lack the C API's getter
  // of shapes from 2.19 on, and there never was one for lists of shapes or for functions.
  template <typename T>
  Status GetFromNodeDef(const std::string& attr, T* value) const {
    const NodeDef node(construction_);
    std::string_view attr_value;
    if (!node.FindAttr(attr, &attr_value)) {
      return errors::NotFound("No attr named '", attr, "' in the definition of node ", name());
    }
    T result;
    if (!internal::ParseAttrValue(attr_value, &result)) {
      return errors::InvalidArgument("Attribute '", attr, "' of node ", name(),
                                     " does not hold what the kernel expects");
    }
    *value = std::move(result);
    return Status();
  }

  TF_OpKernelConstruction* construction_;
  Status status_;
};

inline Status OpKernelConstruction::GetAttr(const std::string& attr, std::string* value) const {
  int32_t count = 0;
  int32_t bytes = 0;
  Status size_status = GetSize(attr, &count, &bytes);
  if (!size_status.ok()) return size_status;
  if (count >= 0) return errors::InvalidArgument("Attribute '", attr, "' is a list");
  TfStatus& status = TfStatus::ThisThread();
  std::string text(static_cast<size_t>(std::max(bytes, 0)), '\0');  // the C API adds no terminator
  TF_OpKernelConstruction_GetAttrString(construction_, attr.c_str(), text.data(), text.size(),
                                        status.get());
  if (status.ok()) *value = std::move(text);
  return status.Take();
}

inline Status OpKernelConstruction::GetAttr(const std::string& attr, Tensor* value) const {
  TF_Tensor* tensor = nullptr;
  Status status = Get(TF_OpKernelConstruction_GetAttrTensor, attr, &tensor);
  if (status.ok()) *value = Tensor(tensor);
  return status;
}

inline Status OpKernelConstruction::GetAttr(const std::string& attr,
                                            std::vector<std::string>* value) const {
  int32_t count = 0;
  int32_t bytes = 0;
  Status size_status = GetSize(attr, &count, &bytes);
  if (!size_status.ok()) return size_status;
  if (count < 0) return NotAList(attr);
  const auto n = static_cast<size_t>(count);
  std::vector<char*> texts(n);
  std::vector<size_t> lengths(n);
  std::vector<char> storage(static_cast<size_t>(std::max(bytes, 0)));
  TfStatus& status = TfStatus::ThisThread();
  TF_OpKernelConstruction_GetAttrStringList(construction_, attr.c_str(), texts.data(),
                                            lengths.data(), count, storage.data(), storage.size(),
                                            status.get());
  if (status.ok()) {
    value->clear();
    for (size_t i = 0; i < n; ++i) value->emplace_back(texts[i], lengths[i]);
  }
  return status.Take();
}

inline Status OpKernelConstruction::GetAttr(const std::string& attr,
                                            std::vector<Tensor>* value) const {
  std::vector<TF_Tensor*> handles;
  Status status = GetList(TF_OpKernelConstruction_GetAttrTensorList, attr, &handles);
  if (!status.ok()) return status;
  value->clear();
  for (TF_Tensor* handle : handles) value->emplace_back(handle);
  return status;
}

}  // namespace pluggable

#endif  // PLUGGABLE_OP_KERNEL_CONSTRUCTION_H_
