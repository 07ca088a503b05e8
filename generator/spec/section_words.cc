#include "spec/section_words.h"

#include <utility>

namespace plugingen::spec {

const Field* ListOf(std::string_view path) {
  return path.ends_with("[]") ? FindField(path.substr(0, path.size() - 2)) : nullptr;
}

std::string InMap(std::string_view path) {
  if (path.empty()) return "";
  if (!path.ends_with("[]")) return " in " + std::string(path);
  return " in " + std::string(ListOf(path)->item);
}

std::string KeyName(std::string_view path, std::string_view name) {
  return path.empty() || path.ends_with("[]") ? std::string(name)
                                              : std::string(path) + "." + std::string(name);
}

std::string_view FirstRequired(std::string_view path) {
  for (const Field* field : FieldsOf(path)) {
    if (field->required) return field->name;
  }
  return "";
}

std::string MapHelp(std::string_view path, const Node& node) {
  const std::string_view key = FirstRequired(path);
  const bool word = node.kind == NodeKind::kScalar && !node.text.empty() &&
                    node.text.find_first_of(" :{}[],\"'#\n") == std::string::npos;
  if (key.empty() || !word) return "";
  return "write {" + std::string(key) + ": " + node.text + "}";
}

std::string EntriesHelp(const Field& field, const Node& node) {
  const bool one_each = field.is_alternative && ListOf(field.parent) != nullptr;
  if (!one_each || node.kind != NodeKind::kSequence || node.items.size() < 2) return "";
  const Node& first = *node.items[0];
  const Node& second = *node.items[1];
  if (first.kind != NodeKind::kScalar || second.kind != NodeKind::kScalar) return "";
  const auto entry = [&](const Node& item) {
    return "{" + std::string(field.name) + ": " + item.text + "}";
  };
  return "make an entry of each: " + entry(first) + ", " + entry(second);
}

diag::Diagnostic Mistake(std::string code, std::string message, diag::Span span, std::string help) {
  return {.code = std::move(code),
          .message = std::move(message),
          .span = span,
          .help = std::move(help)};
}

}  // namespace plugingen::spec
