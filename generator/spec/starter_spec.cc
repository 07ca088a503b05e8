#include "spec/starter_spec.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"
#include "spec/check_backend.h"
#include "spec/choices.h"
#include "spec/rules.h"
#include "spec/schema.h"

namespace plugingen::spec {
namespace {

constexpr size_t kColumns = 78;

// Formats a sentence as comment lines.
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

// Writes the value as YAML.
std::string Written(std::string_view value) {
  // Some readers of YAML read digits with ':' as a base-60 number, and '>' starts a block.
  const bool flow = value.starts_with('[') || value.starts_with('{');
  const bool quote =
      value.empty() || (!flow && value.find_first_of(":<>") != std::string_view::npos);
  return quote ? "\"" + std::string(value) + "\"" : std::string(value);
}

// Returns the user's choice for a key, or "" for the value of the table.
std::string_view ChosenFor(std::string_view path, const StarterChoices& choices) {
  if (path == "device.type") return choices.device_type;
  if (path == "device.backend") return choices.backend;
  if (path == "ci") return choices.ci;
  return path == "tensorflow" ? std::string_view(choices.tensorflow) : std::string_view();
}

std::string StarterValue(const Field& field, const StarterChoices& choices) {
  if (field.follows == Follows::kPluginName) return YamlWord(choices.name);
  const std::string_view chosen = ChosenFor(PathOf(field.parent, field.name), choices);
  if (!chosen.empty()) return YamlWord(chosen);
  if (field.follows == Follows::kDeviceType) {
    return YamlWord(choices.device_type.empty() ? StarterDeviceType(choices.name)
                                                : choices.device_type);
  }
  return Written(field.example.empty() ? field.default_text : field.example);
}

// True if the field is a list or a map that contains one.
bool HasList(const Field& field) {
  if (field.type == FieldType::kList) return true;
  const std::vector<const Field*>& inner = FieldsOf(PathOf(field.parent, field.name));
  return field.type == FieldType::kMap &&
         std::any_of(inner.begin(), inner.end(), [](const Field* f) { return HasList(*f); });
}

// True if the chosen backend ignores the key, or all keys of the map.
bool IsUseless(std::string_view path, const StarterChoices& choices) {
  const std::optional<Backend> backend = ValueOf<Backend>(choices.backend);
  if (!WhyUseless(backend.value_or(Backend::kReference), path).empty()) return true;
  const std::vector<const Field*>& inner = FieldsOf(path);
  return !inner.empty() && std::all_of(inner.begin(), inner.end(), [&](const Field* field) {
    return IsUseless(PathOf(path, field->name), choices);
  });
}

bool HasDeviceKernels(const StarterChoices& choices) {
  const std::optional<Backend> backend = ValueOf<Backend>(choices.backend);
  return backend == Backend::kOpenCl || backend == Backend::kCuda;
}

// Returns the description of a key for the chosen backend.
std::string_view DocOf(const Field& field, std::string_view path, const StarterChoices& choices) {
  // Drivers with device kernels query the size of the memory.
  if (path == "device.memory.capacity" && HasDeviceKernels(choices)) {
    return "The most of each device's memory that the plugin uses; all of it by default.";
  }
  return field.doc;
}

// True if the key is not commented out, because the user must decide on it or did.
bool IsShown(const Field& field, const std::string& path, const StarterChoices& choices) {
  if (path.starts_with("device.memory") && HasDeviceKernels(choices)) return false;
  return field.is_shown || !ChosenFor(path, choices).empty();
}

void AppendMap(std::string_view path, size_t depth, bool shown, const StarterChoices& choices,
               std::string& text) {
  const std::string indent(depth * 2, ' ');
  for (const Field* field : FieldsOf(path)) {
    const std::string place = PathOf(path, field->name);
    if (HasList(*field) || IsUseless(place, choices))
      continue;  // lists follow below, with examples
    if (depth == 0) text += "\n";
    text += Comment(DocOf(*field, place, choices), indent);
    // The others are comments with their defaults.
    const bool own = shown && IsShown(*field, place, choices);
    const std::string hash = own ? "" : "# ";
    if (field->type == FieldType::kMap) {
      text += indent + hash + std::string(field->name) + ":\n";
      AppendMap(place, depth + 1, own, choices, text);
    } else {
      text +=
          indent + hash + std::string(field->name) + ": " + StarterValue(*field, choices) + "\n";
    }
  }
}

void AppendKernels(const std::vector<StarterKernel>& kernels, std::string& text) {
  text += "\n";
  text += Comment("The ops that the device computes: named sets of ops, single ops, or both.", "");
  text += kernels.empty() ? "# kernels:\n" : "kernels:\n";
  for (const StarterKernel& kernel : kernels) {
    if (!kernel.comment.empty()) text += Comment(kernel.comment, "  ");
    text += "  - " + kernel.text + "\n";
  }
}

constexpr std::string_view kExamples =
    R"(  # One op, with every data type that its implementation has.
  # - Relu
  # One op with data types of your choice. By default the arguments that
  # TensorFlow's own kernels keep in host memory stay there; host_memory,
  # priority and label can be given too.
  # - {op: MatMul, types: {T: [float, bfloat16]}}
  # A kernel that fails with UNIMPLEMENTED, to be filled in; or one from a file
  # of yours in src/kernels.
  # - {op: Softmax, implementation: stub}
  # - {op: Tanh, implementation: {file: my_tanh.cc}}

# Ops of your own: TensorFlow's language of arguments and attributes, the shapes
# of outputs, gradients.
# ops:
#   - name: MyScale
#     inputs: ["x: T"]
#     outputs: ["y: T"]
#     attrs: ["T: {float, half}", "factor: float = 2.0"]
#     shape: {y: same_as(x)}
#     gradient: {x: dy * factor}

# Optimization of graphs: ready sets of fusions, and rewrites of your own.
)";

constexpr std::string_view kFused = R"(graph:
  rewrites:
    - set: keras
    # - {name: double_relu, match: Relu(Relu(x)), replace: Relu(x)}
)";

constexpr std::string_view kUnfused = R"(# graph:
#   rewrites:
#     - set: keras
#     - {name: double_relu, match: Relu(Relu(x)), replace: Relu(x)}
)";

}  // namespace

// As the parser does, but without digits, which TensorFlow does not allow there, and with a name
// that suits its servers (W0204).
std::string StarterDeviceType(std::string_view name) {
  std::string type = base::ToUpper(name);
  std::erase_if(type, base::IsDigit);
  while (type.ends_with('_')) type.pop_back();
  const std::optional<Problem> problem = CheckValue("device.type", type);
  if (!problem) return type;
  if (problem->severity == diag::Severity::kError) return "MY_DEVICE";
  return problem->code == "W0204" ? "MY_" + type : type;
}

std::string YamlWord(std::string_view text) {
  constexpr std::array<std::string_view, 8> kTaken = {"true", "false", "null", "yes",
                                                      "no",   "on",    "off",  "y"};
  const std::string lower = base::ToLower(text);
  const bool plain = !text.empty() && (base::IsLower(text[0]) || base::IsUpper(text[0])) &&
                     lower != "n" &&
                     std::find(kTaken.begin(), kTaken.end(), lower) == kTaken.end() &&
                     std::all_of(text.begin(), text.end(),
                                 [](char c) { return base::IsAlnum(c) || c == '_' || c == '.'; });
  if (plain) return std::string(text);
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) {
      quoted += "\\x";
      quoted += kDigits[byte >> 4U];
      quoted += kDigits[byte & 15U];
      continue;
    }
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

std::string StarterSpec(const StarterChoices& choices) {
  std::string text(kModeline);
  text += "\n# The spec of a TensorFlow plugin, for plugingen. Comments show more keys.\n";
  AppendMap("", 0, true, choices, text);
  AppendKernels(choices.kernels, text);
  text += kExamples;
  text += HasDeviceKernels(choices) ? kFused
                                    : kUnfused;  // a launch takes longer than most computations
  return text;
}

}  // namespace plugingen::spec
