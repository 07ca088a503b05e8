#include "spec/yaml_error.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/text.h"
#include "spec/yaml_text.h"

namespace plugingen::spec {
namespace {

struct Translation {
  std::string_view yaml;  // how yaml-cpp's message begins
  std::string_view message;
  std::string_view help;
};

constexpr Translation kTranslations[] = {
    {"illegal map value", "a ':' is not allowed here",
     "put a value that contains ': ' in quotes; keys of one map start in the same column"},
    {"illegal map key", "a key is not allowed here", "keys of one map start in the same column"},
    {"illegal block entry", "a list item ('- ') is not allowed here",
     "start the list on the line after its key"},
    {"end of map not found", "this does not continue the map above",
     "keys of one map start in the same column, each as 'key: value'"},
    {"end of sequence not found", "this does not continue the list above",
     "items of one list start with '- ' in the same column"},
    {"end of map flow not found", "expected ',' or '}'", "close the map with '}'"},
    {"end of sequence flow not found", "expected ',' or ']'", "close the list with ']'"},
    {"illegal flow end", "there is nothing open that this could close", "remove it"},
    {"alias not found after *", "a value cannot start with '*'", "put the value in quotes"},
    {"anchor not found after &", "a value cannot start with '&'", "put the value in quotes"},
    {"cannot assign multiple anchors", "a value can have only one anchor ('&name')", ""},
    {"bad character found while scanning hex", "this escape needs hexadecimal digits", ""},
};

// The indentation of the offending line holds a tab, whatever yaml-cpp made of it.
std::optional<size_t> TabInIndentation(std::string_view text, size_t offset) {
  for (size_t i = LineBegin(text, offset); i < text.size(); ++i) {
    if (text[i] == '\t') return i;
    if (text[i] != ' ') return std::nullopt;
  }
  return std::nullopt;
}

// `tensorflow: >=2.12` starts a block scalar in YAML's eyes.
diag::Diagnostic UnquotedIndicator(std::string_view text, size_t offset) {
  size_t begin = offset;
  while (begin > 0 && text[begin - 1] != '\n' && text[begin] != '>' && text[begin] != '|') --begin;
  const std::string_view value = base::Trim(text.substr(begin, LineEnd(text, begin) - begin));
  return {.code = "E0001",
          .message = "a value that starts with '" + std::string(value.substr(0, 1)) +
                     "' must be in quotes",
          .span = {begin, begin + value.size()},
          .help = "write \"" + std::string(value) + "\""};
}

diag::Diagnostic Translate(std::string_view text, std::string_view yaml_message, size_t offset) {
  const diag::Span word{offset, WordEnd(text, offset)};
  if (yaml_message.starts_with("unexpected character in block scalar")) {
    return UnquotedIndicator(text, offset);
  }
  if (yaml_message.starts_with("illegal EOF in scalar") ||
      yaml_message.starts_with("illegal document indicator in scalar")) {
    return {.code = "E0003", .message = "a string before this has no closing quote", .span = word};
  }
  if (yaml_message.starts_with("the referenced anchor is not defined")) {
    return {.code = "E0010",
            .message = "no value has the anchor that this alias names",
            .span = word,
            .help = "put a value that starts with '*' in quotes"};
  }
  if (yaml_message.starts_with("unknown token") && offset < text.size()) {
    return {.code = "E0001",
            .message = "a value cannot start with " + base::Quoted(text.substr(offset, 1)),
            .span = {offset, offset + 1},
            .help = "put the value in quotes"};
  }
  if (yaml_message.starts_with("unknown escape character") && offset >= 2) {
    return {.code = "E0001",
            .message = "unknown escape " + base::Quoted(text.substr(offset - 2, 2)) +
                       " in a double-quoted string",
            .span = {offset - 2, offset},
            .help = "write '\\\\' for a backslash, or put the string in single quotes"};
  }
  for (const Translation& translation : kTranslations) {
    if (!yaml_message.starts_with(translation.yaml)) continue;
    return {.code = "E0001",
            .message = std::string(translation.message),
            .span = word,
            .help = std::string(translation.help)};
  }
  return {.code = "E0001", .message = std::string(yaml_message), .span = word};
}

}  // namespace

diag::Diagnostic DiagnoseSyntax(std::string_view text, std::string_view yaml_message,
                                const SyntaxContext& context) {
  if (const std::optional<size_t> tab = TabInIndentation(text, context.offset)) {
    return {.code = "E0004",
            .message = "a tab indents this line",
            .span = {*tab, *tab + 1},
            .help = "YAML allows only spaces there"};
  }
  diag::Diagnostic diagnostic = Translate(text, yaml_message, context.offset);
  const bool flow = yaml_message.find("flow not found") != std::string_view::npos;
  if (flow && context.open_bracket) {
    diagnostic.notes.push_back({"it opens here", *context.open_bracket});
  }
  if (context.runaway) {
    const char first = text[context.runaway->begin];
    const bool quoted = first == '"' || first == '\'';
    // Of a plain word only the one that the error interrupts is suspicious.
    if (quoted || (!flow && context.runaway->end >= context.offset)) {
      diagnostic.notes.push_back(
          {quoted ? "this string goes over several lines; is its closing quote missing?"
                  : "this value goes on in the next line, which is indented more",
           *context.runaway});
    }
  }
  return diagnostic;
}

}  // namespace plugingen::spec
