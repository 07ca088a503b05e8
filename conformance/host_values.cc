// Values that the runner makes and the host library hands out: part of both.

#include <cstring>

#include "host_objects.h"
#include "wire.h"

namespace conformance {
namespace {

AttrValue OfKind(AttrValue::Kind kind) {
  AttrValue value;
  value.kind = kind;
  return value;
}

std::string SerializedShape(const std::vector<int64_t>& dims, bool unknown_rank) {
  WireWriter shape;
  if (unknown_rank) shape.Varint(3, 1);
  for (const int64_t dim : dims) {
    WireWriter size;
    size.Varint(1, static_cast<uint64_t>(dim));
    shape.Bytes(2, size.bytes());
  }
  return shape.bytes();
}

// A value as a field of AttrValue, or of its list, which use the same numbers.
void WriteTo(const AttrValue& value, WireWriter& message) {
  switch (value.kind) {
    case AttrValue::Kind::kString:
      return message.Bytes(2, value.text);
    case AttrValue::Kind::kInt:
      return message.Varint(3, static_cast<uint64_t>(value.integer));
    case AttrValue::Kind::kFloat:
      return message.Float(4, value.real);
    case AttrValue::Kind::kBool:
      return message.Varint(5, value.truth ? 1 : 0);
    case AttrValue::Kind::kType:
      return message.Varint(6, static_cast<uint64_t>(value.type));
    case AttrValue::Kind::kShape:
      return message.Bytes(7, SerializedShape(value.shape, value.unknown_rank));
    case AttrValue::Kind::kTensor: {
      WireWriter tensor;
      tensor.Varint(1, static_cast<uint64_t>(value.tensor.type));
      tensor.Bytes(2, SerializedShape(value.tensor.dims, false));
      if (value.tensor.buffer != nullptr) {
        tensor.Bytes(
            4, {static_cast<const char*>(value.tensor.buffer->data), value.tensor.buffer->size});
      }
      return message.Bytes(8, tensor.bytes());
    }
    case AttrValue::Kind::kList: {
      WireWriter list;
      for (const AttrValue& element : value.list) WriteTo(element, list);
      return message.Bytes(1, list.bytes());
    }
  }
}

}  // namespace

size_t SizeOf(TF_DataType type) {
  switch (type) {
    case TF_UINT8:
    case TF_INT8:
    case TF_BOOL:
    case TF_QINT8:
    case TF_QUINT8:
      return 1;
    case TF_INT16:
    case TF_UINT16:
    case TF_BFLOAT16:
    case TF_HALF:
    case TF_QINT16:
    case TF_QUINT16:
      return 2;
    case TF_FLOAT:
    case TF_INT32:
    case TF_UINT32:
    case TF_QINT32:
      return 4;
    case TF_DOUBLE:
    case TF_INT64:
    case TF_UINT64:
    case TF_COMPLEX64:
      return 8;
    case TF_COMPLEX128:
      return 16;
    default:
      return 0;
  }
}

AttrValue AttrValue::Of(const char* value) { return Of(std::string(value)); }

AttrValue AttrValue::Of(std::string value) {
  AttrValue attr = OfKind(Kind::kString);
  attr.text = std::move(value);
  return attr;
}

AttrValue AttrValue::Of(int64_t value) {
  AttrValue attr = OfKind(Kind::kInt);
  attr.integer = value;
  return attr;
}

AttrValue AttrValue::Of(float value) {
  AttrValue attr = OfKind(Kind::kFloat);
  attr.real = value;
  return attr;
}

AttrValue AttrValue::Of(bool value) {
  AttrValue attr = OfKind(Kind::kBool);
  attr.truth = value;
  return attr;
}

AttrValue AttrValue::Of(TF_DataType value) {
  AttrValue attr = OfKind(Kind::kType);
  attr.type = value;
  return attr;
}

AttrValue AttrValue::Shape(std::vector<int64_t> dims) {
  AttrValue attr = OfKind(Kind::kShape);
  attr.shape = std::move(dims);
  return attr;
}

AttrValue AttrValue::List(std::vector<AttrValue> values) {
  AttrValue attr = OfKind(Kind::kList);
  attr.list = std::move(values);
  return attr;
}

std::string AttrValue::Serialized() const {
  WireWriter message;
  WriteTo(*this, message);
  return message.bytes();
}

std::string TF_OpKernelConstruction::SerializedNode() const {
  WireWriter node;
  node.Bytes(1, name);
  node.Bytes(2, op);
  for (const auto& [attr, value] : attrs) {
    WireWriter entry;
    entry.Bytes(1, attr);
    entry.Bytes(2, value.Serialized());
    node.Bytes(5, entry.bytes());
  }
  return node.bytes();
}

}  // namespace conformance
