#include "spec/parse_kernels.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/suggest.h"
#include "base/text.h"
#include "spec/dtypes.h"
#include "spec/plain_keys.h"

namespace plugingen::spec {
namespace {

using base::Quoted;

constexpr std::string_view kKernelPath = "kernels[]";

// Returns "the data types are float, half and int8".
std::string NoteOnDtypes() {
  const std::vector<std::string_view> names = CanonicalDtypeNames();
  const std::vector<std::string> but_last(names.begin(), names.end() - 1);
  return "the data types are " + base::Join(but_last, ", ") + " and " + std::string(names.back());
}

void ReportUnknownDtype(const Section& section, const Node& node) {
  Problem problem{diag::Severity::kError, "E0220", "unknown data type " + Quoted(node.text), "",
                  ""};
  const size_t separator = node.text.find_first_of(" ,");
  if (separator != std::string::npos && !CanonicalDtype(node.text.substr(0, separator)).empty()) {
    problem.help = "write several types as a list: [" + node.text.substr(0, separator) + ", ...]";
  } else if (const std::string_view nearest = NearestDtype(node.text); !nearest.empty()) {
    problem.help = base::DidYouMean(nearest);
  } else {
    problem.note = NoteOnDtypes();
  }
  section.Report(problem, node.span);
}

void AddDtype(const Section& section, const Node& node, TypeBinding& binding) {
  if (node.kind != NodeKind::kScalar) {
    section.WrongType("types", node, "the name of a data type");
    return;
  }
  const std::string_view dtype = CanonicalDtype(node.text);
  if (dtype.empty()) {
    ReportUnknownDtype(section, node);
    return;
  }
  for (const Located<std::string>& other : binding.dtypes) {
    if (other.value != dtype) continue;
    const bool alias = dtype != node.text;
    section.sink().Report({.code = "E0222",
                           .message = "data type " + Quoted(node.text) +
                                      (alias ? ", which is " + Quoted(dtype) + "," : "") +
                                      " is listed twice",
                           .span = node.span,
                           .notes = {{"first listed here", other.span}}});
    return;
  }
  binding.dtypes.push_back({std::string(dtype), node.span, true});
}

// Parses the dtypes of one attr: a dtype or a list of them.
TypeBinding ParseBinding(const Section& section, Located<std::string> attr, const Node& node) {
  TypeBinding binding{std::move(attr), {}};
  if (node.kind == NodeKind::kNull) {
    section.Report(
        {diag::Severity::kError, "E0108", "key " + Quoted(binding.attr.value) + " has no value", "",
         "write a data type or a list of data types"},
        binding.attr.span);
  } else if (node.kind == NodeKind::kMap) {
    section.WrongType("types", node, "a data type or a list of data types");
  } else if (node.kind == NodeKind::kScalar) {
    AddDtype(section, node, binding);
  } else if (node.items.empty()) {
    section.Report({diag::Severity::kError, "E0224", "this list of data types is empty", "",
                    "leave the key out to get every type that the implementation has"},
                   node.span);
  } else {
    for (const Node* item : node.items) AddDtype(section, *item, binding);
  }
  return binding;
}

std::vector<TypeBinding> ParseTypes(const Section& section) {
  const Node* node = section.Find("types");
  if (node == nullptr) return {};
  // Without a map the op has a single type attr. The catalogue has its name.
  if (node->kind != NodeKind::kMap) {
    return {ParseBinding(section, {"", section.KeySpan("types"), false}, *node)};
  }
  std::vector<TypeBinding> bindings;
  for (const Member& member : node->members) {
    if (const std::optional<Problem> problem = CheckValue("kernels[].types", member.key)) {
      section.Report(*problem, member.key_span);
      continue;
    }
    bindings.push_back(ParseBinding(section, {member.key, member.key_span, true}, *member.value));
  }
  if (node->members.empty()) {
    section.Report({diag::Severity::kError, "E0224", "this map of data types is empty", "",
                    "leave the key out to get every type that the implementation has"},
                   node->span);
  }
  return bindings;
}

void ParseImplementation(const Section& section, KernelEntry& entry) {
  entry.implementation = {Implementation::kReference, section.KeySpan("implementation"), false};
  const Node* node = section.Find("implementation");
  if (node == nullptr) return;
  if (node->kind != NodeKind::kMap) {
    const bool file = node->kind == NodeKind::kScalar && node->text.ends_with(".cc");
    if (file || node->kind != NodeKind::kScalar) {
      section.WrongType("implementation", *node, "'reference', 'stub' or {file: ...}",
                        file ? "write {file: " + node->text + "}" : "");
      return;
    }
    entry.implementation = section.Word<Implementation>("implementation");
    return;
  }
  const Member* file = nullptr;
  for (const Member& member : node->members) {
    if (member.key == "file") {
      file = &member;
      continue;
    }
    section.Report(
        {diag::Severity::kError, "E0101",
         "unknown key " + Quoted(member.key) + " in implementation", "", "the only key is 'file'"},
        member.key_span);
  }
  if (file == nullptr && !node->members.empty()) return;  // a misspelled key was reported above
  if (file == nullptr) {
    section.Report({diag::Severity::kError, "E0103", "key 'file' is missing in implementation", "",
                    "write {file: my_kernel.cc}"},
                   node->span);
    return;
  }
  const std::string* path = section.CheckedText("implementation", *file->value);
  if (path == nullptr) return;
  if (const std::optional<Problem> problem = CheckValue("kernels[].implementation.file", *path)) {
    section.Report(*problem, file->value->span);
    return;
  }
  entry.implementation = {Implementation::kFile, node->span, true};
  entry.file = {*path, file->value->span, true};
}

// Reports keys that cannot apply to all ops of a set.
void CheckSet(const Section& section, const KernelEntry& entry) {
  const auto report = [&](std::string_view name, std::string_view what) {
    section.Report(
        {diag::Severity::kError, "E0109", std::string(what) + " cannot be given for a set",
         "a set has many ops, and each has its own", "give it with 'op:' in an entry of its own"},
        section.KeySpan(name));
  };
  if (entry.host_memory_given) report("host_memory", "host_memory");
  if (entry.implementation.value == Implementation::kFile) report("implementation", "a file");
}

std::optional<KernelEntry> ParseMapEntry(const Section& root, const Node& item) {
  const diag::Span where = item.members.empty() ? item.span : item.members.front().key_span;
  const Section section(&item, where, kKernelPath, root.sink());
  KernelEntry entry;
  entry.span = item.span;
  ReadPlainKeys(section, entry);
  entry.types = ParseTypes(section);
  entry.types_given = section.Find("types") != nullptr;
  entry.host_memory = section.Names("host_memory");
  entry.host_memory_given = section.Find("host_memory") != nullptr;
  ParseImplementation(section, entry);

  const bool op = section.Find("op") != nullptr;
  const bool set = section.Find("set") != nullptr;
  if (op && set) {
    section.sink().Report({.code = "E0107",
                           .message = "a kernel entry has either 'op' or 'set', not both",
                           .span = section.KeySpan("set"),
                           .notes = {{"'op' is here", section.KeySpan("op")}},
                           .help = "split it into two entries"});
    return std::nullopt;
  }
  if (!op && !set) {
    // A misspelled `op` and a key without value were reported above.
    const bool reported =
        std::any_of(item.members.begin(), item.members.end(), [](const Member& member) {
          return FindField(kKernelPath, member.key) == nullptr ||
                 member.value->kind == NodeKind::kNull;
        });
    if (!reported) {
      section.Report({diag::Severity::kError, "E0107", "a kernel entry needs 'op' or 'set'", "",
                      "for example {op: Relu} or {set: mlp}"},
                     where);
    }
    return std::nullopt;
  }
  if (set) CheckSet(section, entry);
  if (!entry.op.given && !entry.set.given) return std::nullopt;
  return entry;
}

std::optional<KernelEntry> ParseEntry(const Section& root, const Node& item) {
  if (item.kind == NodeKind::kMap) return ParseMapEntry(root, item);
  if (item.kind == NodeKind::kNull) {
    root.Report({diag::Severity::kError, "E0108", "this item of kernels is empty", "", "remove it"},
                item.span);
    return std::nullopt;
  }
  if (item.kind == NodeKind::kSequence) {
    root.Report(
        {diag::Severity::kError, "E0102", "an item of kernels must be an op or a map, not a list",
         "", "write for example '- Relu' or '- {op: Relu}'"},
        item.span);
    return std::nullopt;
  }
  std::optional<Problem> problem = CheckPlainText(item.text);
  if (!problem) problem = CheckValue("kernels[].op", item.text);
  if (problem) {
    root.Report(*problem, item.span);
    return std::nullopt;
  }
  // `- Relu` is short for `- {op: Relu}`.
  const Section empty(nullptr, item.span, kKernelPath, root.sink());
  KernelEntry entry;
  entry.span = item.span;
  ReadPlainKeys(empty, entry);
  entry.op = {item.text, item.span, true};
  entry.implementation = {Implementation::kReference, item.span, false};
  return entry;
}

}  // namespace

std::vector<KernelEntry> ParseKernels(const Section& root) {
  std::vector<KernelEntry> entries;
  const Node* node = root.Find("kernels");
  if (node == nullptr) return entries;
  if (node->kind != NodeKind::kSequence) {
    root.WrongType("kernels", *node, "a list", "start each op with '- ', for example '- Relu'");
    return entries;
  }
  entries.reserve(node->items.size());
  for (const Node* item : node->items) {
    const size_t errors = root.sink().error_count();
    if (std::optional<KernelEntry> entry = ParseEntry(root, *item)) {
      entry->is_doubtful = root.sink().error_count() > errors;
      entries.push_back(std::move(*entry));
    }
  }
  return entries;
}

}  // namespace plugingen::spec
