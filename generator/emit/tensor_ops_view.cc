#include "emit/tensor_ops_view.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "catalog/c_api.h"
#include "catalog/variable_access.h"
#include "emit/api_guards.h"

namespace plugingen::emit {
namespace {

using catalog::Op;

constexpr std::string_view kResource = "resource";

bool TakesVariables(const Op& op) {
  return !op.inputs.empty() && op.inputs[0].type == kResource && catalog::LocksVariables(op.name);
}

// True if the op changes the variable.
bool IsUpdate(const Op& op) { return !op.name.starts_with("ResourceGather"); }

// Returns the type attr of the variables, or "" if they store the state of a generator as int64.
std::string VariableType(const Op& op) {
  if (op.name.starts_with("Stateful") || op.name.starts_with("Rng")) return "";
  return op.FindAttr("dtype") != nullptr ? "dtype" : "T";
}

Value TextsOf(const std::vector<std::string>& texts) { return base::Join(texts, ", "); }

// Returns `nullptr` or the name as a C++ literal.
std::string AttrOrNull(std::string_view attr) {
  return attr.empty() ? "nullptr" : "\"" + std::string(attr) + "\"";
}

// Returns `"T: {float, half} = float"` as a C++ literal.
std::string Literal(std::string_view text) {
  std::string literal = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') literal += '\\';
    literal += c;
  }
  return literal + "\"";
}

Value OpView(const Op& op, const std::string& prefix) {
  const std::string type = VariableType(op);
  const std::string of_variables = type.empty() ? "int64" : type;
  std::vector<std::string> inputs;
  std::vector<std::string> values;
  for (const catalog::Arg& arg : op.inputs) {
    const bool is_variable = arg.type == kResource;
    const std::string text =
        std::string(arg.name) + ": " + (is_variable ? of_variables : std::string(arg.type));
    inputs.push_back(Literal(text));
    if (is_variable) values.push_back(Literal("new_" + text));
  }
  const size_t variables = values.size();
  std::vector<std::string> outputs;
  for (const catalog::Arg& arg : op.outputs) {
    outputs.push_back(Literal(std::string(arg.name) + ": " + std::string(arg.type)));
  }
  if (IsUpdate(op)) outputs.insert(outputs.end(), values.begin(), values.end());
  std::vector<std::string> attrs;
  for (const catalog::Attr& attr : op.attrs) {
    // Nodes always state their types, and the catalogue writes the defaults in its own notation, so
    // the defaults are left out.
    const std::string_view text =
        attr.is_type ? attr.text.substr(0, attr.text.find(" = ")) : attr.text;
    attrs.push_back(Literal(std::string(attr.name) + ": " + std::string(text)));
  }
  const std::string_view output_type = op.outputs.empty() ? "" : op.outputs[0].type;
  const bool is_attr = op.FindAttr(output_type) != nullptr;
  return Members{{"op", std::string(op.name)},
                 {"name", prefix + std::string(op.name) + "OnTensors"},
                 {"type", AttrOrNull(type)},
                 {"variables", std::to_string(variables)},
                 {"is_update", IsUpdate(op) ? "true" : "false"},
                 {"num_outputs", std::to_string(op.outputs.size())},
                 {"output_type", AttrOrNull(is_attr ? output_type : "")},
                 {"inputs", TextsOf(inputs)},
                 {"outputs", TextsOf(outputs)},
                 {"attrs", TextsOf(attrs)}};
}

}  // namespace

bool HasTensorOps(const model::Plugin& plugin) {
  return LacksVariables(ApiGuards(catalog::CApi::BuiltIn(), plugin.spec.tensorflow)) &&
         std::any_of(plugin.rows.begin(), plugin.rows.end(),
                     [](const model::Row& row) { return TakesVariables(*row.op); });
}

List TensorOpsView(const model::Plugin& plugin) {
  std::map<std::string_view, const Op*> ops;
  for (const model::Row& row : plugin.rows) {
    if (TakesVariables(*row.op)) ops.emplace(row.op->name, row.op);
  }
  const std::string prefix = base::CamelCase(plugin.spec.plugin.name.value);
  List views;
  for (const auto& [name, op] : ops) views.push_back(OpView(*op, prefix));
  return views;
}

}  // namespace plugingen::emit
