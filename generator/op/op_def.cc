#include "op/op_def.h"

#include <algorithm>

#include "base/text.h"

namespace plugingen::op {
namespace {

template <class Item>
const Item* FindByName(const std::vector<Item>& items, std::string_view name) {
  const auto found =
      std::find_if(items.begin(), items.end(), [name](const Item& i) { return i.name == name; });
  return found == items.end() ? nullptr : &*found;
}

// Converts "float" to "DT_FLOAT" and "[half, int32]" to "[DT_HALF, DT_INT32]". TensorFlow expects
// the plain names among the choices and the names of the enumeration in defaults.
std::string EnumText(std::string_view types) {
  std::string text;
  bool in_word = false;
  for (const char c : types) {
    const bool letter = base::IsAlnum(c) || c == '_';
    if (letter && !in_word) text += "DT_";
    text += base::ToUpper(std::string_view(&c, 1));
    in_word = letter;
  }
  return text;
}

std::string KindText(const Attr& attr) {
  if (attr.kind == AttrKind::kType && !attr.allowed_types.empty()) {
    return "{" + base::Join(attr.allowed_types, ", ") + "}";
  }
  if (attr.kind == AttrKind::kString && !attr.allowed_strings.empty()) {
    return "{'" + base::Join(attr.allowed_strings, "', '") + "'}";
  }
  return std::string(NameOf(attr.kind));
}

}  // namespace

std::string_view NameOf(AttrKind kind) {
  switch (kind) {
    case AttrKind::kType:
      return "type";
    case AttrKind::kInt:
      return "int";
    case AttrKind::kFloat:
      return "float";
    case AttrKind::kBool:
      return "bool";
    case AttrKind::kString:
      return "string";
    case AttrKind::kShape:
      return "shape";
    case AttrKind::kTensor:
      return "tensor";
    case AttrKind::kFunc:
      return "func";
  }
  return "";
}

std::string Arg::TypeText() const {
  return number_attr.empty() ? type : number_attr + " * " + type;
}

std::string Attr::Text() const {
  std::string text = KindText(*this);
  if (is_list) text = "list(" + text + ")";
  if (minimum) text += " >= " + std::to_string(*minimum);
  if (default_text)
    text += " = " + (kind == AttrKind::kType ? EnumText(*default_text) : *default_text);
  return text;
}

const Attr* OpDef::FindAttr(std::string_view attr) const { return FindByName(attrs, attr); }
const Arg* OpDef::FindInput(std::string_view input) const { return FindByName(inputs, input); }
const Arg* OpDef::FindOutput(std::string_view output) const { return FindByName(outputs, output); }

}  // namespace plugingen::op
