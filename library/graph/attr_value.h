// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Builds attribute values as serialized AttrValues, byte for byte as protobuf serializes them, and
// reads them.

#ifndef PLUGGABLE_GRAPH_ATTR_VALUE_H_
#define PLUGGABLE_GRAPH_ATTR_VALUE_H_

#include <tensorflow/c/tf_datatype.h>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "pluggable/wire.h"
#include "pluggable/wire_writer.h"

namespace pluggable::graph {

// The fields of AttrValue; all but kList are also fields of its ListValue.
namespace attr_value {
inline constexpr int kList = 1;
inline constexpr int kString = 2;
inline constexpr int kInt = 3;
inline constexpr int kFloat = 4;
inline constexpr int kBool = 5;
inline constexpr int kType = 6;
inline constexpr int kShape = 7;
inline constexpr int kTensor = 8;
}  // namespace attr_value

namespace internal {

inline std::string NumberAttr(int field, int64_t value) {
  wire::Writer writer;
  writer.Varint(field, value);
  return writer.Take();
}

// An AttrValue with a list, whose serialized fields are `items`.
inline std::string ListAttr(const std::string& items) {
  wire::Writer writer;
  writer.Bytes(attr_value::kList, items);
  return writer.Take();
}

// Numbers are packed into one field. An empty list has no field.
template <typename T>
std::string NumbersAttr(int field, const std::vector<T>& values) {
  wire::Writer packed;
  for (const T value : values) packed.PackedVarint(static_cast<int64_t>(value));
  wire::Writer list;
  if (!values.empty()) list.Bytes(field, packed.message());
  return ListAttr(list.message());
}

}  // namespace internal

inline std::string TypeAttr(TF_DataType value) {
  return internal::NumberAttr(attr_value::kType, value);
}
inline std::string IntAttr(int64_t value) { return internal::NumberAttr(attr_value::kInt, value); }
inline std::string BoolAttr(bool value) {
  return internal::NumberAttr(attr_value::kBool, value ? 1 : 0);
}
inline std::string FloatAttr(double value) {
  wire::Writer writer;
  writer.Float(attr_value::kFloat, static_cast<float>(value));
  return writer.Take();
}
inline std::string StringAttr(std::string_view value) {
  wire::Writer writer;
  writer.Bytes(attr_value::kString, value);
  return writer.Take();
}

// The text of a string attribute; empty for other kinds.
inline std::string_view StringOf(std::string_view attr) {
  wire::Reader reader(attr);
  const bool is_string = reader.Next() && reader.field() == attr_value::kString;
  return is_string && reader.is_bytes() ? reader.bytes() : std::string_view();
}

// The number of an attribute; 0 for other kinds, as for 0 itself.
inline int64_t IntOf(std::string_view attr) {
  wire::Reader reader(attr);
  const bool is_int = reader.Next() && reader.field() == attr_value::kInt;
  return is_int ? reader.number() : 0;
}

// The last field of that number in a message, as messages are merged; empty if there is none, or
// the message is malformed.
inline std::string_view Field(std::string_view message, int field) {
  std::string_view found;
  wire::Reader reader(message);
  while (reader.Next()) {
    if (reader.field() == field) found = reader.bytes();
  }
  return reader.ok() ? found : std::string_view();
}

// The same for a number; 0 if there is none.
inline int64_t NumberField(std::string_view message, int field) {
  int64_t found = 0;
  wire::Reader reader(message);
  while (reader.Next()) {
    if (reader.field() == field && !reader.is_bytes()) found = reader.number();
  }
  return found;
}

// Multiplies *num_elements by the dimensions of a TensorShapeProto, and adds their number to *rank.
// False if the number of elements is unknown, or is too large for what is computed with it.
inline bool ReadShape(std::string_view message, int* rank, uint64_t* num_elements) {
  constexpr int kDim = 2;  // of TensorShapeProto
  constexpr int kUnknownRank = 3;
  constexpr int kDimSize = 1;
  constexpr uint64_t kMost = std::numeric_limits<uint64_t>::max() / 16;  // bytes of an element
  wire::Reader reader(message);
  while (reader.Next()) {
    if (reader.field() == kUnknownRank && reader.number() != 0) return false;
    if (reader.field() != kDim) continue;
    const int64_t size = NumberField(reader.bytes(), kDimSize);
    if (size < 0) return false;
    if (size > 0 && *num_elements > kMost / static_cast<uint64_t>(size)) return false;
    *num_elements *= static_cast<uint64_t>(size);
    ++*rank;
  }
  return reader.ok();
}

// Calls f(text) for each string of a list.
template <typename F>
void ForEachString(std::string_view list_attr, F f) {
  wire::Reader value(list_attr);
  while (value.Next()) {
    if (value.field() != attr_value::kList) continue;
    wire::Reader list(value.bytes());
    while (list.Next()) {
      if (list.field() == attr_value::kString && list.is_bytes()) f(list.bytes());
    }
  }
}

inline std::string TypesAttr(const std::vector<TF_DataType>& values) {
  return internal::NumbersAttr(attr_value::kType, values);
}
inline std::string IntsAttr(const std::vector<int64_t>& values) {
  return internal::NumbersAttr(attr_value::kInt, values);
}
inline std::string BoolsAttr(const std::vector<bool>& values) {
  return internal::NumbersAttr(attr_value::kBool, values);
}
inline std::string FloatsAttr(const std::vector<double>& values) {
  wire::Writer packed;
  for (const double value : values) packed.PackedFloat(static_cast<float>(value));
  wire::Writer list;
  if (!values.empty()) list.Bytes(attr_value::kFloat, packed.message());
  return internal::ListAttr(list.message());
}
inline std::string StringsAttr(const std::vector<std::string>& values) {
  wire::Writer list;
  for (const std::string& value : values) list.Bytes(attr_value::kString, value);
  return internal::ListAttr(list.message());
}

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_ATTR_VALUE_H_
