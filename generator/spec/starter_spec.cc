// The commented spec that `plugingen init` writes.

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "spec/rules.h"
#include "spec/schema.h"

namespace plugingen::spec {
namespace {

constexpr size_t kColumns = 90;

// A sentence as comment lines.
std::string Comment(std::string_view text, const std::string& indent) {
  std::string result;
  std::string line;
  for (const std::string_view word : base::Split(text, ' ')) {
    if (!line.empty() && indent.size() + 2 + line.size() + 1 + word.size() > kColumns) {
      result += indent + "# " + line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + std::string(word);
  }
  return result + indent + "# " + line + "\n";
}

// The value as it must be written in YAML.
std::string Written(std::string_view value) {
  // Readers of YAML take a ':' between digits for a number to base 60, and '>' begins a block.
  const bool flow = value.starts_with('[') || value.starts_with('{');
  const bool quote =
      value.empty() || (!flow && value.find_first_of(":<>") != std::string_view::npos);
  return quote ? "\"" + std::string(value) + "\"" : std::string(value);
}

// As the parser derives it, but without the digits that TensorFlow refuses.
std::string DeviceType(std::string_view name) {
  std::string type = base::ToUpper(name);
  std::erase_if(type, base::IsDigit);
  while (type.ends_with('_')) type.pop_back();
  const std::optional<Problem> problem = CheckValue("device.type", type);
  return problem && problem->severity == diag::Severity::kError ? "MY_DEVICE" : type;
}

std::string ValueOf(const Field& field, std::string_view name) {
  switch (field.follows) {
    case Follows::kNothing:
      break;
    case Follows::kPluginName:
      return std::string(name);
    case Follows::kDeviceType:
      return DeviceType(name);
  }
  return Written(field.example.empty() ? field.default_text : field.example);
}

// Whether the field is a list, or a map with a list in it.
bool HasList(const Field& field) {
  if (field.type == FieldType::kList) return true;
  const std::vector<const Field*>& inner = FieldsOf(PathOf(field.parent, field.name));
  return field.type == FieldType::kMap &&
         std::any_of(inner.begin(), inner.end(), [](const Field* f) { return HasList(*f); });
}

void AppendMap(std::string_view path, size_t depth, bool shown, std::string_view name,
               std::string& text) {
  const std::string indent(depth * 2, ' ');
  for (const Field* field : FieldsOf(path)) {
    if (HasList(*field)) continue;  // stands below, with examples
    if (depth == 0) text += "\n";
    text += Comment(field->doc, indent);
    const bool own = shown && field->is_shown;  // others are comments with their defaults
    const std::string hash = own ? "" : "# ";
    if (field->type == FieldType::kMap) {
      text += indent + hash + std::string(field->name) + ":\n";
      AppendMap(PathOf(path, field->name), depth + 1, own, name, text);
    } else {
      text += indent + hash + std::string(field->name) + ": " + ValueOf(*field, name) + "\n";
    }
  }
}

constexpr std::string_view kKernels = R"(
# The ops that the device computes: named sets of ops, single ops, or both.
kernels:
  # Everything that an MLP needs.
  - set: mlp
  # One op, with every data type that its implementation has.
  # - Relu
  # One op with data types of your choice. By default the arguments that TensorFlow's own kernels keep
  # in host memory stay there; host_memory, priority and label can be given too.
  # - {op: MatMul, types: {T: [float, bfloat16]}}
  # A kernel that fails with UNIMPLEMENTED, to be filled in; or one from a file of yours in src/kernels.
  # - {op: Softmax, implementation: stub}
  # - {op: Tanh, implementation: {file: my_tanh.cc}}

# Ops of your own: TensorFlow's language of arguments and attributes, the shapes of outputs, gradients.
# ops:
#   - name: MyScale
#     inputs: ["x: T"]
#     outputs: ["y: T"]
#     attrs: ["T: {float, half}", "factor: float = 2.0"]
#     shape: {y: same_as(x)}
#     gradient: {x: dy * factor}

# What happens to graphs before they run: ready fusions, and rewrites of your own.
# graph:
#   rewrites:
#     - set: keras
#     - {name: double_relu, match: Relu(Relu(x)), replace: Relu(x)}
)";

}  // namespace

std::string StarterSpec(std::string_view name) {
  std::string text(kModeline);
  text +=
      "\n# What plugingen makes a TensorFlow plugin from. Keys in comments show other values.\n";
  AppendMap("", 0, true, name, text);
  text += kKernels;
  return text;
}

}  // namespace plugingen::spec
