// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "kernel_test_op_def.h"

#include <cstring>
#include <string_view>
#include <utility>

#include "pluggable/wire.h"

namespace pluggable::tests {
namespace {

float RealOf(int64_t number) {
  const auto bits = static_cast<uint32_t>(number);
  float value = 0;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

// The integers of a repeated field, packed or not.
void AppendIntegers(const wire::Reader& field, std::vector<int64_t>* out) {
  if (!field.is_bytes()) {
    out->push_back(field.number());
    return;
  }
  wire::ForEachPacked(field.bytes(),
                      [out](uint64_t value) { out->push_back(static_cast<int64_t>(value)); });
}

void AppendReals(const wire::Reader& field, std::vector<float>* out) {
  if (!field.is_bytes()) {
    out->push_back(RealOf(field.number()));
    return;
  }
  for (size_t at = 0; at + sizeof(float) <= field.bytes().size(); at += sizeof(float)) {
    float value = 0;
    std::memcpy(&value, field.bytes().data() + at, sizeof(value));
    out->push_back(value);
  }
}

void ReadShape(std::string_view bytes, AttrValue* value) {
  for (wire::Reader shape(bytes); shape.Next();) {
    if (shape.field() == 3) value->unknown_rank = shape.number() != 0;
    if (shape.field() != 2) continue;
    int64_t size = 0;
    for (wire::Reader dim(shape.bytes()); dim.Next();) {
      if (dim.field() == 1) size = dim.number();
    }
    value->shape.push_back(size);
  }
}

// tensorflow.AttrValue; a scalar and a list have the same field numbers, one message apart.
AttrValue ReadValue(std::string_view bytes, const std::string& type) {
  AttrValue value;
  value.type = type;
  value.given = true;
  for (wire::Reader field(bytes); field.Next();) {
    switch (field.field()) {
      case 1:
        return ReadValue(field.bytes(), type);
      case 2:
        value.strings.emplace_back(field.bytes());
        break;
      case 4:
        AppendReals(field, &value.floats);
        break;
      case 3:
      case 5:
      case 6:
        AppendIntegers(field, &value.ints);
        break;
      case 7:
        ReadShape(field.bytes(), &value);
        break;
      default:
        break;
    }
  }
  return value;
}

ArgDef ReadArg(std::string_view bytes) {
  ArgDef arg;
  for (wire::Reader field(bytes); field.Next();) {
    switch (field.field()) {
      case 1:
        arg.name = field.bytes();
        break;
      case 3:
        arg.type = field.number();
        break;
      case 4:
        arg.type_attr = field.bytes();
        break;
      case 5:
        arg.number_attr = field.bytes();
        break;
      case 6:
        arg.type_list_attr = field.bytes();
        break;
      default:
        break;
    }
  }
  return arg;
}

AttrDef ReadAttr(std::string_view bytes) {
  AttrDef attr;
  for (wire::Reader field(bytes); field.Next();) {
    switch (field.field()) {
      case 1:
        attr.name = field.bytes();
        break;
      case 2:
        attr.type = field.bytes();
        break;
      case 3:
        attr.default_value = ReadValue(field.bytes(), attr.type);
        break;
      case 5:
        attr.has_minimum = field.number() != 0;
        break;
      case 6:
        attr.minimum = field.number();
        break;
      case 7:
        attr.allowed_values = ReadValue(field.bytes(), "list(" + attr.type + ")");
        break;
      default:
        break;
    }
  }
  return attr;
}

OpDef ReadOp(std::string_view bytes) {
  OpDef op;
  for (wire::Reader field(bytes); field.Next();) {
    switch (field.field()) {
      case 1:
        op.name = field.bytes();
        break;
      case 2:
        op.inputs.push_back(ReadArg(field.bytes()));
        break;
      case 3:
        op.outputs.push_back(ReadArg(field.bytes()));
        break;
      case 4:
        op.attrs.push_back(ReadAttr(field.bytes()));
        break;
      case 17:
        op.is_stateful = field.number() != 0;
        break;
      default:
        break;
    }
  }
  return op;
}

}  // namespace

const AttrDef* OpDef::FindAttr(const std::string& attr) const {
  for (const AttrDef& def : attrs) {
    if (def.name == attr) return &def;
  }
  return nullptr;
}

std::map<std::string, OpDef> ReadOpDefs() {
  std::map<std::string, OpDef> ops;
  const BufferPtr buffer(TF_GetAllOpList());
  const std::string_view bytes(static_cast<const char*>(buffer->data), buffer->length);
  for (wire::Reader list(bytes); list.Next();) {
    if (list.field() != 1) continue;
    OpDef op = ReadOp(list.bytes());
    std::string name = op.name;
    ops.emplace(std::move(name), std::move(op));
  }
  return ops;
}

}  // namespace pluggable::tests
