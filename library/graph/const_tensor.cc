// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "graph/const_tensor.h"

#include <tensorflow/c/tf_datatype.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "pluggable/half.h"
#include "pluggable/wire.h"

#include "graph/attr_value.h"

namespace pluggable::graph {
namespace {

// Field numbers of TensorFlow's messages.
constexpr int kType = 1;  // of TensorProto
constexpr int kShape = 2;
constexpr int kContent = 4;

constexpr size_t kMaxIndices = 254;  // the largest number of dimensions of a tensor

struct TypeInfo {
  int type;
  size_t size;
  int field;      // of TensorProto, for elements that are not in its bytes
  bool is_fixed;  // elements there have the type's size; else they are varints
};
constexpr TypeInfo kTypes[] = {
    {TF_FLOAT, 4, 5, true},      {TF_DOUBLE, 8, 6, true},  {TF_HALF, 2, 13, false},
    {TF_BFLOAT16, 2, 13, false}, {TF_INT8, 1, 7, false},   {TF_UINT8, 1, 7, false},
    {TF_INT16, 2, 7, false},     {TF_UINT16, 2, 7, false}, {TF_INT32, 4, 7, false},
    {TF_UINT32, 4, 16, false},   {TF_INT64, 8, 10, false}, {TF_UINT64, 8, 17, false},
    {TF_BOOL, 1, 11, false},
};

const TypeInfo* FindType(int64_t type) {
  const auto* found = std::find_if(std::begin(kTypes), std::end(kTypes),
                                   [type](const TypeInfo& info) { return info.type == type; });
  return found == std::end(kTypes) ? nullptr : found;
}

// The machine is little-endian, like all machines for which there are wheels of TensorFlow.
template <typename T>
std::string Bytes(T value) {
  return std::string(reinterpret_cast<const char*>(&value), sizeof(value));
}

// Appends elements of a list of numbers: a packed list, or a single element.
void AppendElements(const wire::Reader& reader, const TypeInfo& type, std::string* out) {
  if (!reader.is_bytes()) {
    out->append(Bytes(reader.number()), 0, type.size);
  } else if (type.is_fixed) {
    out->append(reader.bytes());
  } else {
    wire::ForEachPacked(reader.bytes(),
                        [&](uint64_t value) { out->append(Bytes(value), 0, type.size); });
  }
}

template <typename T>
bool EncodeInteger(double number, std::string* bytes) {
  // The limits of int64 and uint64 are not doubles; the nearest doubles are out of range.
  if (number != std::trunc(number) || !(number >= std::ldexp(-1.0, 63)) ||
      !(number < std::ldexp(1.0, 63))) {
    return false;
  }
  const auto wide = static_cast<int64_t>(number);
  const auto value = static_cast<T>(wide);
  if (static_cast<int64_t>(value) != wide || (value < T{}) != (wide < 0)) return false;
  *bytes = Bytes(value);
  return true;
}

template <typename T>
bool EncodeReal(double number, std::string* bytes) {
  *bytes = Bytes(static_cast<T>(static_cast<float>(number)));
  return true;
}

// Encodes the number in the type. False if the type cannot represent it.
bool Encode(double number, int type, std::string* bytes) {
  switch (type) {
    case TF_FLOAT:
      return EncodeReal<float>(number, bytes);
    case TF_DOUBLE:
      *bytes = Bytes(number);
      return true;
    case TF_HALF:
      return EncodeReal<Eigen::half>(number, bytes);
    case TF_BFLOAT16:
      return EncodeReal<Eigen::bfloat16>(number, bytes);
    case TF_INT8:
      return EncodeInteger<int8_t>(number, bytes);
    case TF_UINT8:
      return EncodeInteger<uint8_t>(number, bytes);
    case TF_INT16:
      return EncodeInteger<int16_t>(number, bytes);
    case TF_UINT16:
      return EncodeInteger<uint16_t>(number, bytes);
    case TF_INT32:
      return EncodeInteger<int32_t>(number, bytes);
    case TF_UINT32:
      return EncodeInteger<uint32_t>(number, bytes);
    case TF_INT64:
      return EncodeInteger<int64_t>(number, bytes);
    case TF_UINT64:
      return EncodeInteger<uint64_t>(number, bytes);
    case TF_BOOL:
      return (number == 0 || number == 1) && EncodeInteger<uint8_t>(number, bytes);
    default:
      return false;
  }
}

}  // namespace

bool ConstTensor::Read(const NodeDef& node) {
  if (node.op != "Const") return false;
  const std::string_view tensor = Field(node.FindAttr("value"), attr_value::kTensor);
  const TypeInfo* const type = FindType(NumberField(tensor, kType));
  if (type == nullptr || !ReadShape(Field(tensor, kShape), &rank_, &num_elements_)) return false;
  type_ = type->type;
  element_size_ = type->size;
  elements_ = Field(tensor, kContent);
  if (!elements_.empty()) return elements_.size() == num_elements_ * element_size_;
  wire::Reader reader(tensor);
  while (reader.Next()) {
    if (reader.field() == type->field) AppendElements(reader, *type, &decoded_);
  }
  if (decoded_.empty()) decoded_.assign(element_size_, '\0');
  elements_ = decoded_;
  return elements_.size() % element_size_ == 0 &&
         (num_elements_ == 0 || elements_.size() / element_size_ <= num_elements_);
}

std::string_view ConstTensor::Element(size_t index) const {
  const size_t last = elements_.size() / element_size_ - 1;
  return elements_.substr(std::min(index, last) * element_size_, element_size_);
}

bool ConstTensor::IsAll(double number) const {
  std::string expected;
  if (num_elements_ == 0 || !Encode(number, type_, &expected)) return false;
  // Element 0 is right, and each element equals the next one.
  return Element(0) == expected &&
         elements_.substr(element_size_) == elements_.substr(0, elements_.size() - element_size_);
}

bool ConstTensor::IsIndices(std::vector<int64_t>* values) const {
  if ((type_ != TF_INT32 && type_ != TF_INT64) || rank_ != 1) return false;
  if (num_elements_ > kMaxIndices) return false;
  values->clear();
  for (size_t i = 0; i < num_elements_; ++i) {
    int64_t value = 0;
    std::memcpy(&value, Element(i).data(), element_size_);
    values->push_back(type_ == TF_INT32 ? static_cast<int32_t>(value) : value);
  }
  return true;
}

}  // namespace pluggable::graph
