#include "spec/section.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/suggest.h"
#include "base/text.h"
#include "spec/quantity.h"
#include "spec/section_words.h"

namespace plugingen::spec {
namespace {

using base::Quoted;

std::optional<bool> ParseBool(std::string_view text) {
  if (text == "true" || text == "True" || text == "TRUE") return true;
  if (text == "false" || text == "False" || text == "FALSE") return false;
  return std::nullopt;
}

bool LooksLikeNumber(std::string_view text) {
  if (ParseNumber(text)) return true;
  // Octal, hexadecimal and infinite numbers, which some readers of YAML accept.
  const std::string lower = base::ToLower(text);
  const bool digits = !text.empty() && std::all_of(text.begin(), text.end(), base::IsDigit);
  const bool prefixed = lower.starts_with("0x") || lower.starts_with("0o");
  return digits ||
         (prefixed && lower.find_first_not_of("0123456789abcdef", 2) == std::string::npos) ||
         lower == ".inf" || lower == "-.inf" || lower == ".nan";
}

}  // namespace

std::string Describe(const Node& node) {
  switch (node.kind) {
    case NodeKind::kNull:
      return "nothing";
    case NodeKind::kSequence:
      return "a list";
    case NodeKind::kMap:
      return "a map";
    case NodeKind::kScalar:
      break;
  }
  if (!node.plain) return "the text " + Quoted(node.text);
  if (ParseBool(node.text)) return "the truth value " + node.text;
  return (LooksLikeNumber(node.text) ? "the number " : "the text ") + Quoted(node.text);
}

diag::SourceText TextOf(const Node& scalar) {
  const size_t quote = scalar.plain ? 0 : 1;
  const bool verbatim = scalar.span.end - scalar.span.begin == scalar.text.size() + 2 * quote;
  return {scalar.text, scalar.span, scalar.span.begin + quote, verbatim};
}

bool IsTyped(const Node& scalar) {
  return scalar.plain && (ParseBool(scalar.text) || LooksLikeNumber(scalar.text));
}

Section::Section(const Node* node, diag::Span where, std::string_view path, diag::Sink& sink)
    : node_(node), where_(where), path_(path), sink_(&sink) {
  CheckKeys();
}

const Field& Section::FieldOf(std::string_view name) const {
  const Field* field = FindField(path_, name);
  assert(field != nullptr);
  return *field;
}

const Node* Section::Find(std::string_view name) const {
  if (node_ == nullptr) return nullptr;
  for (const Member& member : node_->members) {
    if (member.key == name) return member.value->kind == NodeKind::kNull ? nullptr : member.value;
  }
  return nullptr;
}

diag::Span Section::KeySpan(std::string_view name) const {
  if (node_ == nullptr) return where_;
  for (const Member& member : node_->members) {
    if (member.key == name) return member.key_span;
  }
  return where_;
}

Section Section::Child(std::string_view name, std::string_view path) const {
  const Node* node = Find(name);
  if (node != nullptr && node->kind != NodeKind::kMap) {
    WrongType(name, *node, "a map of keys", MapHelp(PathOf(path_, name), *node));
    node = nullptr;
  }
  return Section(node, KeySpan(name), path, *sink_);
}

std::vector<diag::SourceText> Section::TextsOf(std::string_view name, const Node& node) const {
  std::vector<diag::SourceText> texts;
  const std::vector<const Node*> single = {&node};
  for (const Node* item : node.kind == NodeKind::kSequence ? node.items : single) {
    if (item->kind == NodeKind::kScalar) {
      texts.push_back(TextOf(*item));
      continue;
    }
    // YAML reads `- x: T` without quotes as a map.
    const bool map = item->kind == NodeKind::kMap && item->members.size() == 1;
    const bool pair = map && item->members[0].value->kind == NodeKind::kScalar;
    WrongType(name, *item, "a text or a list of texts",
              pair ? "put it in quotes: \"" + item->members[0].key + ": " +
                         item->members[0].value->text + "\""
                   : "");
  }
  return texts;
}

std::vector<diag::SourceText> Section::Texts(std::string_view name) const {
  const Node* node = Find(name);
  return node == nullptr ? std::vector<diag::SourceText>() : TextsOf(name, *node);
}

void Section::WrongType(std::string_view name, const Node& node, std::string_view expected,
                        std::string help) const {
  const size_t colon = node.kind == NodeKind::kScalar ? node.text.find(':') : std::string::npos;
  const bool glued = colon != std::string::npos && colon + 1 < node.text.size() && node.plain;
  if (help.empty() && expected.starts_with("a map") && glued) help = "put a space after the ':'";
  sink_->Report(Mistake(
      "E0102",
      KeyName(path_, name) + " must be " + std::string(expected) + ", not " + Describe(node),
      node.span, std::move(help)));
}

void Section::Report(const Problem& problem, const diag::Span& span) const {
  diag::Diagnostic diagnostic = Mistake(problem.code, problem.message, span, problem.help);
  diagnostic.severity = problem.severity;
  if (!problem.note.empty()) diagnostic.notes.push_back({problem.note, {}});
  sink_->Report(std::move(diagnostic));
}

bool Section::CheckEnumeration(const Field& field, const Node& node) const {
  const std::vector<std::string_view> words = field.words();
  if (std::find(words.begin(), words.end(), node.text) != words.end()) return true;
  std::vector<std::string> allowed;
  for (const std::string_view word : words) allowed.push_back(Quoted(word));
  const std::string_view nearest = base::NearestName(node.text, words);
  sink_->Report(Mistake(
      "E0209",
      KeyName(path_, field.name) + " must be " + base::JoinWithOr(allowed) + ", not " +
          Quoted(node.text),
      node.span, nearest.empty() ? std::string(field.otherwise) : base::DidYouMean(nearest)));
  return false;
}

const std::string* Section::CheckedText(std::string_view name, const Node& node) const {
  if (node.kind != NodeKind::kScalar) {
    WrongType(name, node, "text", EntriesHelp(FieldOf(name), node));
    return nullptr;
  }
  if (const std::optional<Problem> problem = CheckPlainText(node.text)) {
    Report(*problem, node.span);
    return nullptr;
  }
  return &node.text;
}

Located<std::string> Section::Text(std::string_view name) const {
  const Field& field = FieldOf(name);
  Located<std::string> result{std::string(field.default_text), KeySpan(name), false};
  const Node* node = Find(name);
  if (node == nullptr) return result;
  const std::string* text = CheckedText(name, *node);
  if (text == nullptr) return result;
  if (field.member.words != nullptr) {
    if (!CheckEnumeration(field, *node)) return result;
  } else if (field.type == FieldType::kText && IsTyped(*node)) {
    WrongType(name, *node, "text", "put it in quotes: \"" + *text + "\"");
    return result;
  }
  result.span = node->span;
  if (const std::optional<Problem> problem = CheckValue(PathOf(path_, name), *text)) {
    Report(*problem, node->span);
    if (problem->severity == diag::Severity::kError) return result;
  }
  result.value = *text;
  result.given = true;
  return result;
}

void Section::ReportRange(const Field& field, const Node& node) const {
  const auto text = [&](int64_t value) {
    const bool size = field.type == FieldType::kSize;
    return size ? base::SizeText(static_cast<uint64_t>(value)) : std::to_string(value);
  };
  sink_->Report(Mistake("E0208",
                        KeyName(path_, field.name) + " must be " + text(field.min) + " to " +
                            text(field.max) + ", not " + base::Shortened(node.text),
                        node.span));
}

Located<int64_t> Section::Integer(std::string_view name) const {
  const Field& field = FieldOf(name);
  Located<int64_t> result{ParseInteger(field.default_text).value_or(0), KeySpan(name), false};
  const Node* node = Find(name);
  if (node == nullptr) return result;
  if (field.type == FieldType::kBandwidth) {
    if (node->kind != NodeKind::kScalar) {
      WrongType(name, *node, "a number of bytes per second");
      return result;
    }
    const Quantity quantity = ParseBandwidth(node->text);
    if (!quantity.value) {
      sink_->Report(
          Mistake("E0223", KeyName(path_, name) + " " + Quoted(node->text) + " " + quantity.problem,
                  node->span, quantity.help));
      return result;
    }
    return {static_cast<int64_t>(*quantity.value), node->span, true};
  }
  const std::optional<int64_t> value =
      node->kind == NodeKind::kScalar ? ParseInteger(node->text) : std::nullopt;
  if (!value || !node->plain) {
    const bool plain = node->kind == NodeKind::kScalar && node->plain;
    if (plain && IsWholeNumber(node->text)) {  // more digits than any integer here
      ReportRange(field, *node);
      return result;
    }
    const bool octal =
        plain && node->text.size() > 1 && node->text[0] == '0' && LooksLikeNumber(node->text);
    WrongType(name, *node, "a whole number",
              value   ? "remove the quotes"
              : octal ? "write it as a decimal number without a leading 0"
                      : "");
    return result;
  }
  if (*value < field.min || *value > field.max) {
    ReportRange(field, *node);
    return result;
  }
  return {*value, node->span, true};
}

Located<double> Section::Number(std::string_view name) const {
  const Field& field = FieldOf(name);
  Located<double> result{ParseNumber(field.default_text).value_or(0), KeySpan(name), false};
  const Node* node = Find(name);
  if (node == nullptr) return result;
  const std::optional<double> value =
      node->kind == NodeKind::kScalar ? ParseNumber(node->text) : std::nullopt;
  if (!value || !node->plain) {
    WrongType(name, *node, "a number", value ? "remove the quotes" : "");
    return result;
  }
  if (*value < static_cast<double>(field.min) || *value > static_cast<double>(field.max)) {
    ReportRange(field, *node);
    return result;
  }
  return {*value, node->span, true};
}

Located<bool> Section::Bool(std::string_view name) const {
  Located<bool> result{FieldOf(name).default_text == "true", KeySpan(name), false};
  const Node* node = Find(name);
  if (node == nullptr) return result;
  const std::optional<bool> value =
      node->kind == NodeKind::kScalar ? ParseBool(node->text) : std::nullopt;
  if (value && node->plain) return {*value, node->span, true};
  std::string help = value ? "remove the quotes" : "";
  const std::string word = node->kind == NodeKind::kScalar ? base::ToLower(node->text) : "";
  if (word == "yes" || word == "on" || word == "1") help = "write true";
  if (word == "no" || word == "off" || word == "0") help = "write false";
  WrongType(name, *node, "true or false", help);
  return result;
}

Located<uint64_t> Section::Size(std::string_view name) const {
  const Field& field = FieldOf(name);
  Located<uint64_t> result{ParseSize(field.default_text).value.value_or(0), KeySpan(name), false};
  const Node* node = Find(name);
  if (node == nullptr) return result;
  if (node->kind != NodeKind::kScalar) {
    WrongType(name, *node, "a size");
    return result;
  }
  const Quantity quantity = ParseSize(node->text);
  if (quantity.too_large) {
    ReportRange(field, *node);
    return result;
  }
  if (!quantity.value) {
    sink_->Report(Mistake("E0210", "size " + Quoted(node->text) + " " + quantity.problem,
                          node->span, quantity.help));
    return result;
  }
  if (*quantity.value < static_cast<uint64_t>(field.min) ||
      *quantity.value > static_cast<uint64_t>(field.max)) {
    ReportRange(field, *node);
    return result;
  }
  return {*quantity.value, node->span, true};
}

std::vector<Located<std::string>> Section::Names(std::string_view name) const {
  std::vector<Located<std::string>> names;
  const Node* node = Find(name);
  if (node == nullptr) return names;
  if (node->kind == NodeKind::kMap) {
    WrongType(name, *node, "a name or a list of names");
    return names;
  }
  std::unordered_map<std::string_view, diag::Span> seen;
  const std::vector<const Node*> single = {node};
  for (const Node* item : node->kind == NodeKind::kSequence ? node->items : single) {
    const std::string* text = CheckedText(name, *item);
    if (text == nullptr) continue;
    if (const std::optional<Problem> problem = CheckValue(PathOf(path_, name), *text)) {
      Report(*problem, item->span);
      continue;
    }
    const auto [same, first_time] = seen.emplace(*text, item->span);
    if (!first_time) {
      diag::Diagnostic twice = Mistake("E0222", Quoted(*text) + " is listed twice", item->span);
      twice.notes.push_back({"first listed here", same->second});
      sink_->Report(std::move(twice));
      continue;
    }
    names.push_back({*text, item->span, true});
  }
  return names;
}

}  // namespace plugingen::spec
