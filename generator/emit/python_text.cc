#include "emit/python_text.h"

#include <string_view>
#include <utility>

#include "base/dtypes.h"
#include "base/text.h"
#include "emit/python_doc.h"
#include "emit/python_expression.h"
#include "op/attr_default.h"
#include "op/python_names.h"

namespace plugingen::emit {
namespace {

using op::Arg;
using op::Attr;
using op::AttrKind;
using op::OpDef;

constexpr std::string_view kTensorType = "tf.Tensor";

std::string InputType(const Arg& input) {
  return input.is_list() ? "Sequence[TensorLike]" : "TensorLike";
}

std::string OutputType(const Arg& output) {
  return output.is_list() ? "list[" + std::string(kTensorType) + "]" : std::string(kTensorType);
}

std::string AttrType(const Attr& attr) {
  const auto type = [&attr]() -> std::string {
    switch (attr.kind) {
      case AttrKind::kType:
        return "tf.DType";
      case AttrKind::kInt:
        return "int";
      case AttrKind::kFloat:
        return "float";
      case AttrKind::kBool:
        return "bool";
      case AttrKind::kString:
        return "str";
      case AttrKind::kShape:
        return "tf.TensorShape | Sequence[int | None]";
      case AttrKind::kTensor:
      case AttrKind::kFunc:
        return "Any";
    }
    return "";
  };
  return attr.is_list ? "Sequence[" + type() + "]" : type();
}

// Returns the default of an attr as Python, such as "[1, 2]", or "" if it has no literal in Python.
std::string DefaultText(AttrKind kind, std::string_view text) {
  text = base::Trim(text);
  switch (kind) {
    case AttrKind::kType:
      return base::PythonDtype(text);
    case AttrKind::kInt:
    case AttrKind::kFloat:
      return std::string(text);
    case AttrKind::kBool:
      return text == "true" ? "True" : "False";
    case AttrKind::kString:
      return PythonString(text.substr(1, text.size() - 2));
    case AttrKind::kShape:
    case AttrKind::kTensor:
    case AttrKind::kFunc:
      return "";
  }
  return "";
}

// Returns the items of "[1, 2]".
std::vector<std::string> ListItems(std::string_view text) {
  std::vector<std::string> items;
  text = base::Trim(text);
  if (text.size() >= 2 && text.front() == '[') text = text.substr(1, text.size() - 2);
  for (std::string_view item : op::SplitItems(text)) {
    item = base::Trim(item);
    if (!item.empty()) items.emplace_back(item);
  }
  return items;
}

// TensorFlow treats None as the default of the definition.
std::string DefaultOf(const Attr& attr) {
  if (!attr.is_list) {
    const std::string text = DefaultText(attr.kind, *attr.default_text);
    return text.empty() ? "None" : text;
  }
  std::vector<std::string> items;
  for (const std::string& item : ListItems(*attr.default_text)) {
    items.push_back(DefaultText(attr.kind, item));
    if (items.back().empty()) return "None";
  }
  return "(" + base::Join(items, ", ") + (items.size() == 1 ? ",)" : ")");
}

std::vector<const Attr*> ParameterAttrs(const OpDef& op) {
  std::vector<const Attr*> attrs;
  for (const bool with_default : {false, true}) {
    for (const Attr& attr : op.attrs) {
      if (!attr.inferred && attr.default_text.has_value() == with_default) attrs.push_back(&attr);
    }
  }
  return attrs;
}

// The order is that of the wrappers that tf.load_op_library generates.
std::vector<std::string> Parameters(const OpDef& op) {
  std::vector<std::string> parameters;
  for (const Arg& input : op.inputs) {
    parameters.push_back(op::PythonName(input.name) + ": " + InputType(input));
  }
  for (const Attr* attr : ParameterAttrs(op)) {
    std::string text = op::PythonName(attr->name) + ": " + AttrType(*attr);
    if (attr->default_text) {
      const std::string value = DefaultOf(*attr);
      text += (value == "None" ? " | None = " : " = ") + value;
    }
    parameters.push_back(std::move(text));
  }
  parameters.emplace_back("name: str | None = None");
  return parameters;
}

std::string CallText(const OpDef& op, const std::string& output_class) {
  std::vector<std::string> arguments;
  const auto add = [&arguments](const std::string& name) {
    arguments.push_back(op::PythonName(name) + "=" + op::PythonName(name));
  };
  for (const Arg& input : op.inputs) add(input.name);
  for (const Attr* attr : ParameterAttrs(op)) add(attr->name);
  add("name");
  const std::string call = "_library." + op.name + "(";
  if (output_class.empty()) return "    return " + PythonBracketed(call, arguments, ")", 4) + "\n";
  return "    outputs = " + PythonBracketed(call, arguments, ")", 4) + "\n    return " +
         output_class + "(*outputs)\n";
}

std::string OutputClassText(const OpDef& op, const std::string& name) {
  std::string text = "class " + name + "(NamedTuple):\n    \"\"\"What `" +
                     op::PythonFunctionName(op.name) + "` returns.\"\"\"\n\n";
  for (const Arg& output : op.outputs) {
    text += "    " + output.name + ": " + OutputType(output) + "\n";
  }
  return text;
}

}  // namespace

std::string PythonWrapper(const spec::OpEntry& entry, const op::OpDef& def) {
  const std::string output_class = op::PythonOutputClass(def);
  std::string returns = "tf.Operation | None";
  if (!def.outputs.empty()) returns = OutputType(def.outputs[0]);
  if (!output_class.empty()) returns = output_class;
  std::string text;
  if (!output_class.empty()) text = OutputClassText(def, output_class) + "\n\n";
  text += PythonBracketed("def " + op::PythonFunctionName(def.name) + "(", Parameters(def),
                          ") -> " + returns + ":", 0);
  return text + "\n" + PythonDocstring(entry, def) + "\n" + CallText(def, output_class);
}

}  // namespace plugingen::emit
