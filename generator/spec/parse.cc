#include "spec/parse.h"

#include <string>
#include <utility>

#include "base/suggest.h"
#include "base/text.h"
#include "spec/check_backend.h"
#include "spec/parse_graph.h"
#include "spec/parse_kernels.h"
#include "spec/parse_ops.h"
#include "spec/plain_keys.h"
#include "spec/quantity.h"
#include "spec/release_range.h"
#include "spec/section.h"
#include "spec/yaml_tree.h"

namespace plugingen::spec {
namespace {

using base::Quoted;

// Without growth, TensorFlow's BFC allocator allocates all memory at once but reserves 255 MiB for
// other uses.
constexpr uint64_t kSmallestWithoutGrowth = 256 * kMebibyte;

// Returns false if the spec has an unknown format version.
bool CheckFormatVersion(const Node& root, diag::Sink& sink) {
  for (const Member& member : root.members) {
    // A misspelled key is unknown, and is reported as such below.
    const size_t distance = base::EditDistance(base::ToLower(member.key), "plugingen", 2);
    if (distance <= 2 && member.key != "plugingen") return true;
    if (member.key != "plugingen") continue;
    if (member.value->kind == NodeKind::kNull) return true;  // reported as a key without value
    const std::string version = std::to_string(kFormatVersion);
    const bool same = member.value->kind == NodeKind::kScalar && member.value->text == version;
    if (same && member.value->plain) return true;
    // A number is another version. Anything else is a mistake.
    const bool number = member.value->kind == NodeKind::kScalar && member.value->plain &&
                        IsWholeNumber(member.value->text);
    sink.Report(
        {.code = "E0105",
         .message =
             number ? "this plugingen does not support format version " + Quoted(member.value->text)
                    : "the format version must be a whole number, not " + Describe(*member.value),
         .span = member.value->span,
         .help = "write 'plugingen: " + version + (number ? "', or use a later plugingen" : "'")});
    return !number;
  }
  sink.Report({.code = "E0104",
               .message = "the spec does not say which version of the format it has",
               .span = {root.span.begin, root.span.begin},
               .help = "start it with 'plugingen: " + std::to_string(kFormatVersion) + "'"});
  return true;
}

// Sets a default that depends on another key.
void Derive(Located<std::string>& field, const std::string& value) {
  if (!field.given && field.value.empty()) field.value = value;
}

void ParsePlugin(const Section& root, Spec& spec) {
  ReadPlainKeys(root.Child("plugin", "plugin"), spec);
  Derive(spec.plugin.vendor, spec.plugin.name.value);
}

TensorFlowSection ParseTensorFlow(const Section& root) {
  TensorFlowSection tensorflow{kOldestRelease, kNextRelease, {}};
  const Field& field = *FindField("", "tensorflow");
  tensorflow.text = {std::string(field.default_text), root.KeySpan("tensorflow"), false};
  const Node* node = root.Find("tensorflow");
  if (node == nullptr) return tensorflow;
  const std::string* text = root.CheckedText("tensorflow", *node);
  if (text == nullptr) return tensorflow;
  const RangeResult range = ParseReleaseRange(*text);
  if (!range.code.empty()) {
    const bool warning = range.code[0] == 'W';
    Problem problem{warning ? diag::Severity::kWarning : diag::Severity::kError, range.code,
                    range.message, "", range.help};
    if (IsTyped(*node))
      problem.note =
          "YAML reads " + *text + " without quotes as a number, in which a 0 at the end is lost";
    root.Report(problem, node->span);
    if (!warning) return tensorflow;
  }
  tensorflow.min = range.min;
  tensorflow.end = range.end;
  tensorflow.text = {*text, node->span, true};
  return tensorflow;
}

void CheckMemory(const Section& section, const MemorySection& memory) {
  if (memory.alignment.given && (memory.alignment.value & (memory.alignment.value - 1)) != 0) {
    section.Report(
        {diag::Severity::kError, "E0212",
         "alignment " + std::to_string(memory.alignment.value) + " is not a power of two", "",
         "write 256, 512, 1024, ..."},
        memory.alignment.span);
  }
  const bool held_back = memory.allocator.value == AllocatorKind::kBfc && !memory.growth.value;
  if (held_back && memory.capacity.value < kSmallestWithoutGrowth) {
    section.sink().Report({.code = "E0211",
                           .message = "capacity " + base::SizeText(memory.capacity.value) +
                                      " is too small: at least " +
                                      base::SizeText(kSmallestWithoutGrowth) +
                                      " are needed without growth",
                           .span = memory.capacity.span,
                           .notes = {{"TensorFlow's bfc allocator allocates all memory at once but "
                                      "reserves 255 MiB: nothing "
                                      "would be left",
                                      std::nullopt},
                                     {"growth is switched off here", memory.growth.span}},
                           .help = "raise the capacity, or write 'growth: true'"});
  }
  if (memory.unified.value && !memory.host_visible.value) {
    section.sink().Report(
        {.code = "E0219",
         .message = "memory that is unified cannot be invisible to the host",
         .span = memory.unified.span,
         .notes = {{"host_visible is switched off here", memory.host_visible.span}},
         .help = "remove one of the two"});
  }
}

// Derives the device type from the plugin's name if it was not given.
void DeriveType(const Section& section, const PluginSection& plugin, Located<std::string>& type) {
  const bool mistaken = section.Find("type") != nullptr && !type.given;
  if (type.given || mistaken || !plugin.name.given) {
    Derive(type, "DEVICE");  // any valid type: there already is an error, or the type was given
    return;
  }
  type.value = base::ToUpper(plugin.name.value);
  if (!IsDeviceType(type.value)) {
    section.sink().Report(
        {.code = "E0103",
         .message = "key 'type' is missing in device",
         .span = section.where(),
         .notes = {{"it cannot be derived from plugin.name: TensorFlow allows no digits in device "
                    "types",
                    plugin.name.span}},
         .help = "add for example 'type: MY_DEVICE'"});
    return;
  }
  if (const std::optional<Problem> problem = CheckValue("device.type", type.value)) {
    section.Report(
        {problem->severity, problem->code, problem->message + " (derived from plugin.name)",
         problem->note, "give device.type"},
        plugin.name.span);
  }
}

void ParseDevice(const Section& root, Spec& spec) {
  const Section section = root.Child("device", "device");
  const Section memory = section.Child("memory", "device.memory");
  for (const Section& map : {section, section.Child("hardware", "device.hardware"),
                             section.Child("opencl", "device.opencl"), memory}) {
    ReadPlainKeys(map, spec);
  }
  DeviceSection& device = spec.device;
  CheckBackend(device, section.sink());
  DeriveType(section, spec.plugin, device.type);
  Derive(device.platform, device.type.value);
  Derive(device.hardware_name, device.type.value);
  Derive(device.hardware_vendor, spec.plugin.vendor.value);
  CheckMemory(memory, device.memory);
}

}  // namespace

std::optional<Spec> ParseSpec(const diag::SourceFile& source, diag::Sink& sink) {
  const std::optional<YamlTree> tree = ParseYaml(source, sink);
  if (!tree) return std::nullopt;
  const Node& node = tree->root();
  if (node.kind != NodeKind::kMap) {
    sink.Report({.code = "E0102",
                 .message = "a spec is a map of keys, not " + Describe(node),
                 .span = node.span,
                 .help = "start it with 'plugingen: " + std::to_string(kFormatVersion) +
                         "'; `plugingen init` writes a whole one"});
    return std::nullopt;
  }
  // Another version of the format can have other keys, so nothing else can be checked.
  if (!CheckFormatVersion(node, sink)) return std::nullopt;

  const Section root(&node, {node.span.begin, node.span.begin}, "", sink);
  Spec spec;
  ReadPlainKeys(root, spec);
  ParsePlugin(root, spec);
  spec.tensorflow = ParseTensorFlow(root);
  ParseDevice(root, spec);
  Derive(spec.plugin.description, "TensorFlow device " + spec.device.type.value);
  spec.kernels = ParseKernels(root);
  spec.ops = ParseOps(root);
  spec.graph = ParseGraph(root);
  return spec;
}

}  // namespace plugingen::spec
