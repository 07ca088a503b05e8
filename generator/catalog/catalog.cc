#include "catalog/catalog.h"

#include <algorithm>
#include <charconv>

#include "catalog/lines.h"

namespace plugingen::catalog {
namespace {

// Parses "{float, half} = float" into {"float", "half"}. Strings in braces ("SAME") are no type
// list.
void ReadAttrKind(Attr& attr) {
  const std::string_view text = attr.text;
  if (text.starts_with("type")) {
    attr.is_type = true;
  } else if (text.starts_with("{") && !text.starts_with("{\"")) {
    attr.is_type = true;
    attr.allowed_types = SplitParts(text.substr(1, text.find('}') - 1), ',');
  }
}

CoreKernel ReadKernel(std::string_view line) {
  CoreKernel kernel;
  kernel.device = TakePart(line, ' ');
  while (!line.empty()) {
    std::string_view value = TakePart(line, ' ');
    const std::string_view key = TakePart(value, '=');
    if (key == "host") {
      kernel.host_memory = SplitParts(value, ',');
    } else if (key == "label") {
      kernel.label = value;
    } else if (key == "priority") {
      std::from_chars(value.data(), value.data() + value.size(), kernel.priority);
    } else {
      kernel.constraints.push_back({key, SplitParts(value, '|')});
    }
  }
  return kernel;
}

// Parses "dim=axis" or "none".
void ReadPythonNames(std::string_view line, Op& op) {
  if (line == "none") {
    op.is_in_python = false;
    return;
  }
  for (std::string_view renamed : SplitParts(line, ' ')) {
    const std::string_view name = TakePart(renamed, '=');
    op.python_names.push_back({name, renamed});
  }
}

Op ReadOp(const OpSection& section, const std::vector<std::string_view>& releases, size_t index) {
  Op op;
  op.name = section.name;
  std::string_view lines = section.lines;
  while (!lines.empty()) {
    std::string_view line = TakeLine(lines);
    if (NamesReleases(line) && !Holds(ReadReleases(TakePart(line, ' '), releases), index)) continue;
    const std::string_view word = TakePart(line, ' ');
    if (word == "kernel") {
      op.kernels.push_back(ReadKernel(line));
      continue;
    }
    if (word == "flags") {
      const std::vector<std::string_view> flags = SplitParts(line, ' ');
      op.is_stateful = Contains(flags, "stateful");
      op.is_deprecated = Contains(flags, "deprecated");
      continue;
    }
    if (word == "python") {
      ReadPythonNames(line, op);
      continue;
    }
    const std::string_view name = TakePart(line, ':');
    if (word == "in") {
      op.inputs.push_back({name, line});
    } else if (word == "out") {
      op.outputs.push_back({name, line});
    } else if (word == "attr") {
      op.attrs.push_back({name, line, false, {}});
      ReadAttrKind(op.attrs.back());
    }
  }
  return op;
}

std::string ArgsText(const std::vector<Arg>& args) {
  std::string text;
  for (const Arg& arg : args) {
    if (!text.empty()) text += ", ";
    text += std::string(arg.name) + ": " + std::string(arg.type);
  }
  return text;
}

}  // namespace

bool Contains(const std::vector<std::string_view>& types, std::string_view dtype) {
  return std::find(types.begin(), types.end(), dtype) != types.end();
}

std::string_view Attr::DefaultType() const {
  const size_t equals = text.rfind("= ");
  return equals == text.npos ? std::string_view{} : text.substr(equals + 2);
}

const Attr* Op::FindAttr(std::string_view attr) const {
  for (const Attr& candidate : attrs) {
    if (candidate.name == attr) return &candidate;
  }
  return nullptr;
}

bool Op::HasArg(std::string_view arg) const {
  const auto named = [arg](const Arg& candidate) { return candidate.name == arg; };
  return std::any_of(inputs.begin(), inputs.end(), named) ||
         std::any_of(outputs.begin(), outputs.end(), named);
}

std::string_view Op::PythonNameOf(std::string_view parameter) const {
  for (const PythonName& renamed : python_names) {
    if (renamed.name == parameter) return renamed.in_python;
  }
  return parameter;
}

std::string_view Op::DefinedName(std::string_view arg) const {
  if (HasArg(arg)) return arg;
  for (const PythonName& renamed : python_names) {
    if (renamed.in_python == arg) return renamed.name;
  }
  return arg;
}

std::vector<const Attr*> Op::TypeAttrs() const {
  std::vector<const Attr*> types;
  for (const Attr& attr : attrs) {
    if (attr.is_type) types.push_back(&attr);
  }
  return types;
}

std::string Op::Signature() const {
  std::string text = std::string(name) + "(" + ArgsText(inputs) + ")";
  if (!outputs.empty()) text += " -> " + ArgsText(outputs);
  return text;
}

bool NamesReleases(std::string_view line) {
  return !line.empty() && (line.front() == '-' || (line.front() >= '0' && line.front() <= '9'));
}

Catalog::Catalog(const std::vector<OpSection>& sections,
                 const std::vector<std::string_view>& releases, size_t index)
    : releases_(releases), index_(index) {
  for (const OpSection& section : sections) {
    if (!Holds(section.releases, index)) continue;
    names_.push_back(section.name);
    sections_.push_back(&section);
  }
}

const Op* Catalog::Find(std::string_view name) const {
  if (const auto read = read_.find(name); read != read_.end()) return &read->second;
  const auto found = std::lower_bound(names_.begin(), names_.end(), name);
  if (found == names_.end() || *found != name) return nullptr;
  const OpSection& section = *sections_[static_cast<size_t>(found - names_.begin())];
  return &read_.emplace(*found, ReadOp(section, releases_, index_)).first->second;
}

}  // namespace plugingen::catalog
