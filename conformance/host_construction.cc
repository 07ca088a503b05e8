// Functions for kernels' constructors: attributes of their node.

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <string>

#include "host_objects.h"

extern "C" conformance::TF_Buffer* TF_NewBufferFromString(const void* proto, size_t size);

namespace conformance {
namespace {

using Kind = AttrValue::Kind;

// The attribute, if the node has it and it has that kind; otherwise sets the status.
const AttrValue* Find(TF_OpKernelConstruction* construction, const char* name, Kind kind,
                      TF_Status* status) {
  const auto found = construction->attrs.find(name);
  if (found == construction->attrs.end()) {
    status->Set(TF_NOT_FOUND, "No attr named '" + std::string(name) + "' in NodeDef of " +
                                  construction->op + " '" + construction->name + "'");
    return nullptr;
  }
  if (found->second.kind != kind) {
    status->Set(TF_INVALID_ARGUMENT, "Attr '" + std::string(name) + "' of " + construction->op +
                                         " has another type than the one asked for");
    return nullptr;
  }
  status->Set(TF_OK, "");
  return &found->second;
}

// Like TensorFlow, rejects lists if the status has an earlier error.
template <typename Element, typename Value>
void GetList(TF_OpKernelConstruction* construction, const char* name, Element* values,
             int max_values, Value value, TF_Status* status) {
  if (!status->ok()) return;
  const AttrValue* const attr = Find(construction, name, Kind::kList, status);
  if (attr == nullptr) return;
  const size_t count = std::min(attr->list.size(), static_cast<size_t>(std::max(max_values, 0)));
  for (size_t i = 0; i < count; ++i) values[i] = static_cast<Element>(value(attr->list[i]));
}

int64_t Integer(const AttrValue& value) { return value.integer; }

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

void TF_OpKernelConstruction_Failure(TF_OpKernelConstruction* construction, TF_Status* status) {
  construction->status = *status;
}

TF_StringView TF_OpKernelConstruction_GetName(TF_OpKernelConstruction* construction) {
  return {construction->name.data(), construction->name.size()};
}

TF_Buffer* TF_OpKernelConstruction_GetNodeDef(TF_OpKernelConstruction* construction,
                                              TF_Status* status) {
  status->Set(TF_OK, "");
  const std::string node = construction->SerializedNode();
  return ::TF_NewBufferFromString(node.data(), node.size());
}

bool TF_OpKernelConstruction_HasAttr(TF_OpKernelConstruction* construction, const char* name,
                                     TF_Status* status) {
  status->Set(TF_OK, "");
  return construction->attrs.count(name) != 0;
}

// The list size is -1 if the attribute is no list, the total size -1 if it has none.
void TF_OpKernelConstruction_GetAttrSize(TF_OpKernelConstruction* construction, const char* name,
                                         int32_t* list_size, int32_t* total_size,
                                         TF_Status* status) {
  *list_size = -1;
  *total_size = -1;
  if (!status->ok()) return;
  const auto found = construction->attrs.find(name);
  if (found == construction->attrs.end()) {
    status->Set(TF_NOT_FOUND, "Attribute '" + std::string(name) + "' does not exist.");
    return;
  }
  const AttrValue& attr = found->second;
  if (attr.kind == Kind::kString) *total_size = static_cast<int32_t>(attr.text.size());
  if (attr.kind == Kind::kShape) {
    *total_size = attr.unknown_rank ? -1 : static_cast<int32_t>(attr.shape.size());
  }
  if (attr.kind != Kind::kList) return;
  *list_size = static_cast<int32_t>(attr.list.size());
  if (attr.list.empty() || attr.list.front().kind != Kind::kString) return;
  *total_size = 0;
  for (const AttrValue& value : attr.list) *total_size += static_cast<int32_t>(value.text.size());
}

void TF_OpKernelConstruction_GetAttrType(TF_OpKernelConstruction* construction, const char* name,
                                         TF_DataType* value, TF_Status* status) {
  if (const auto* const attr = Find(construction, name, Kind::kType, status)) *value = attr->type;
}
void TF_OpKernelConstruction_GetAttrInt32(TF_OpKernelConstruction* construction, const char* name,
                                          int32_t* value, TF_Status* status) {
  const auto* const attr = Find(construction, name, Kind::kInt, status);
  if (attr == nullptr) return;
  *value = static_cast<int32_t>(attr->integer);
  if (*value == attr->integer) return;
  status->Set(TF_INVALID_ARGUMENT, "Attr " + std::string(name) + " has value " +
                                       std::to_string(attr->integer) +
                                       " out of range for an int32");
}
void TF_OpKernelConstruction_GetAttrInt64(TF_OpKernelConstruction* construction, const char* name,
                                          int64_t* value, TF_Status* status) {
  if (const auto* const attr = Find(construction, name, Kind::kInt, status)) *value = attr->integer;
}
void TF_OpKernelConstruction_GetAttrFloat(TF_OpKernelConstruction* construction, const char* name,
                                          float* value, TF_Status* status) {
  if (const auto* const attr = Find(construction, name, Kind::kFloat, status)) *value = attr->real;
}
void TF_OpKernelConstruction_GetAttrBool(TF_OpKernelConstruction* construction, const char* name,
                                         TF_Bool* value, TF_Status* status) {
  if (const auto* const attr = Find(construction, name, Kind::kBool, status)) {
    *value = attr->truth ? 1 : 0;
  }
}
// Without a terminator.
void TF_OpKernelConstruction_GetAttrString(TF_OpKernelConstruction* construction, const char* name,
                                           char* value, size_t max_length, TF_Status* status) {
  if (const auto* const attr = Find(construction, name, Kind::kString, status)) {
    std::copy_n(attr->text.data(), std::min(max_length, attr->text.size()), value);
  }
}
void TF_OpKernelConstruction_GetAttrTensor(TF_OpKernelConstruction* construction, const char* name,
                                           TF_Tensor** value, TF_Status* status) {
  *value = nullptr;
  if (const auto* const attr = Find(construction, name, Kind::kTensor, status)) {
    *value = NewTensor(attr->tensor);
  }
}
void TF_OpKernelConstruction_GetAttrTensorShape(TF_OpKernelConstruction* construction,
                                                const char* name, int64_t* dims, size_t num_dims,
                                                TF_Status* status) {
  if (const auto* const attr = Find(construction, name, Kind::kShape, status)) {
    std::copy_n(attr->shape.begin(), std::min(num_dims, attr->shape.size()), dims);
  }
}
TF_Buffer* TF_OpKernelConstruction_GetAttrFunction(TF_OpKernelConstruction* /*construction*/,
                                                   const char* name, TF_Status* status) {
  status->Set(TF_NOT_FOUND, "No attr named '" + std::string(name) + "'");
  return nullptr;
}

void TF_OpKernelConstruction_GetAttrTypeList(TF_OpKernelConstruction* construction,
                                             const char* name, TF_DataType* values, int max_values,
                                             TF_Status* status) {
  GetList(
      construction, name, values, max_values, [](const AttrValue& value) { return value.type; },
      status);
}
// TensorFlow's function truncates larger numbers, too.
void TF_OpKernelConstruction_GetAttrInt32List(TF_OpKernelConstruction* construction,
                                              const char* name, int32_t* values, int max_values,
                                              TF_Status* status) {
  GetList(construction, name, values, max_values, Integer, status);
}
void TF_OpKernelConstruction_GetAttrInt64List(TF_OpKernelConstruction* construction,
                                              const char* name, int64_t* values, int max_values,
                                              TF_Status* status) {
  GetList(construction, name, values, max_values, Integer, status);
}
void TF_OpKernelConstruction_GetAttrFloatList(TF_OpKernelConstruction* construction,
                                              const char* name, float* values, int max_values,
                                              TF_Status* status) {
  GetList(
      construction, name, values, max_values, [](const AttrValue& value) { return value.real; },
      status);
}
void TF_OpKernelConstruction_GetAttrBoolList(TF_OpKernelConstruction* construction,
                                             const char* name, TF_Bool* values, int max_values,
                                             TF_Status* status) {
  GetList(
      construction, name, values, max_values,
      [](const AttrValue& value) { return value.truth ? 1 : 0; }, status);
}
void TF_OpKernelConstruction_GetAttrTensorList(TF_OpKernelConstruction* construction,
                                               const char* name, TF_Tensor** values, int max_values,
                                               TF_Status* status) {
  GetList(
      construction, name, values, max_values,
      [](const AttrValue& value) { return NewTensor(value.tensor); }, status);
}
void TF_OpKernelConstruction_GetAttrStringList(TF_OpKernelConstruction* construction,
                                               const char* name, char** values, size_t* lengths,
                                               int max_values, void* storage, size_t storage_size,
                                               TF_Status* status) {
  const AttrValue* const attr = Find(construction, name, Kind::kList, status);
  if (attr == nullptr) return;
  auto* place = static_cast<char*>(storage);
  const char* const end = place + storage_size;
  const size_t count = std::min(attr->list.size(), static_cast<size_t>(std::max(max_values, 0)));
  for (size_t i = 0; i < count; ++i) {
    const std::string& text = attr->list[i].text;
    if (static_cast<size_t>(end - place) < text.size()) {
      status->Set(TF_INVALID_ARGUMENT, "Not enough storage to hold the requested list of strings");
      return;
    }
    values[i] = place;
    lengths[i] = text.size();
    place = std::copy(text.begin(), text.end(), place);
  }
}

}  // extern "C"
#pragma GCC visibility pop

}  // namespace conformance
