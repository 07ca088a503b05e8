#include "spec/yaml_error.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/text.h"
#include "spec/yaml_text.h"

namespace plugingen::spec {
namespace {

struct Translation {
  std::string_view yaml;  // the start of yaml-cpp's message
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
    {"end of map flow not found", "expected ',' or '}'",
     "put ',' between two keys, and '}' at the end of the map"},
    {"end of sequence flow not found", "expected ',' or ']'",
     "put ',' between two items, and ']' at the end of the list"},
    {"illegal flow end", "there is nothing open that this could close", "remove it"},
    {"alias not found after *", "a value cannot start with '*'", "put the value in quotes"},
    {"anchor not found after &", "a value cannot start with '&'", "put the value in quotes"},
    {"cannot assign multiple anchors", "a value can have only one anchor ('&name')", ""},
    {"bad character found while scanning hex", "this escape needs hexadecimal digits", ""},
    {"invalid unicode", "this escape is not a character of Unicode",
     "write the character itself, without an escape"},
    {"YAML major version too large", "specs are written in YAML 1.2", "remove this line"},
    {"repeated YAML directive", "the YAML version is given twice", "remove this line"},
};

// True for lines such as `name = "nova_npu"`.
bool IsTomlKey(std::string_view line) {
  const size_t equal = line.find('=');
  const std::string_view key = base::Trim(line.substr(0, equal));
  return equal != std::string_view::npos && !key.empty() &&
         std::all_of(key.begin(), key.end(),
                     [](char c) { return base::IsAlnum(c) || c == '_' || c == '-' || c == '.'; });
}

// True for lines such as `[plugin]`.
bool IsTomlTable(std::string_view line) {
  return line.size() > 2 && line.front() == '[' && line.back() == ']' &&
         line.substr(1, line.size() - 2).find_first_of("[]{},:'\" ") == std::string_view::npos;
}

// Finds a tab in the indentation of the line. yaml-cpp reports various errors for it.
std::optional<size_t> TabInIndentation(std::string_view text, size_t offset) {
  for (size_t i = LineBegin(text, offset); i < text.size(); ++i) {
    if (text[i] == '\t') return i;
    if (text[i] != ' ') return std::nullopt;
  }
  return std::nullopt;
}

// YAML reads `tensorflow: >=2.12` as the start of a block scalar.
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
  if (yaml_message.starts_with("end of map not found") && text.substr(offset).starts_with("- ")) {
    return Translate(text, "end of sequence not found", offset);
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

// Returns the position of a conflict marker such as "<<<<<<< mine", or npos.
size_t ConflictMarker(std::string_view text) {
  constexpr std::string_view kMarker = "<<<<<<< ";
  if (text.starts_with(kMarker)) return 0;
  const size_t line_break = text.find("\n<<<<<<< ");
  return line_break == std::string_view::npos ? line_break : line_break + 1;
}

// Returns the last line with content before the line of `offset`, without surrounding blanks.
std::optional<diag::Span> LineBefore(std::string_view text, size_t offset) {
  size_t begin = LineBegin(text, offset);
  while (begin > 0) {
    const size_t end = begin - 1;
    begin = LineBegin(text, end);
    const std::string_view line = base::Trim(text.substr(begin, end - begin));
    if (line.empty() || line.starts_with('#')) continue;
    const size_t first = text.find_first_not_of(' ', begin);
    return diag::Span{first, first + line.size()};
  }
  return std::nullopt;
}

// `plugingen:1` is a word in YAML. It extends to the colon in the next line.
std::optional<diag::Diagnostic> GluedColon(std::string_view text, const diag::Span& span) {
  const std::string_view line = text.substr(span.begin, span.end - span.begin);
  const size_t colon = line.find(':');
  const bool is_key = colon != std::string_view::npos && colon > 0 && colon + 1 < line.size() &&
                      std::all_of(line.begin(), line.begin() + static_cast<ptrdiff_t>(colon),
                                  [](char c) { return base::IsAlnum(c) || c == '_'; });
  if (!is_key || line[colon + 1] == ' ' || line.find(": ") != std::string_view::npos) {
    return std::nullopt;
  }
  return diag::Diagnostic{
      .code = "E0001",
      .message = "a space is missing after this ':'",
      .span = {span.begin + colon, span.begin + colon + 1},
      .help = "write " + base::Quoted(std::string(line.substr(0, colon)) + ": " +
                                      std::string(line.substr(colon + 1)))};
}

// A quoted string ends in the line of the error but starts some lines above. So the closing quote
// was meant to open another string.
std::optional<diag::Diagnostic> RunawayString(std::string_view text, const diag::Span& string,
                                              const diag::Diagnostic& stopped) {
  const char quote = text[string.begin];
  if (quote != '"' && quote != '\'') return std::nullopt;
  return diag::Diagnostic{.code = "E0003",
                          .message = "this string has no closing quote in its line",
                          .span = {string.begin, string.begin + 1},
                          .notes = {{"it continues up to the quote before this", stopped.span}},
                          .help = std::string("add ") + quote + " where the string ends"};
}

// The line after a value is indented more than its key, so YAML reads it as a part of the value, up
// to its colon.
diag::Diagnostic DeeperLine(std::string_view text, const diag::Span& value) {
  const size_t begin = std::min(text.find_first_not_of(' ', LineBegin(text, value.end)), value.end);
  return {.code = "E0001",
          .message = "this line is indented more than the key above, as if it continued its value",
          .span = {begin, value.end},
          .notes = {{"the value begins here", diag::Span{value.begin, LineEnd(text, value.begin)}}},
          .help = "keys of one map start in the same column"};
}

// For example `description: NPU: fast`.
void QuoteValueWithColon(std::string_view text, size_t offset, diag::Diagnostic& diagnostic) {
  const size_t first = text.find(": ", LineBegin(text, offset));
  const std::string_view value =
      base::Trim(text.substr(first + 1, LineEnd(text, offset) - first - 1));
  const bool simple = first < offset && value.find_first_of("\"'#{}[],") == std::string_view::npos;
  if (simple && value.size() < 80) {
    const std::string written(value);
    diagnostic.help = "put text in quotes: \"" + written + "\"; write a map as {" + written + "}";
  }
}

void ExplainOpenBracket(std::string_view text, std::string_view yaml_message,
                        const diag::Span& bracket, diag::Diagnostic& diagnostic) {
  const bool map = text[bracket.begin] == '{';
  const size_t at = diagnostic.span.begin;
  if (yaml_message.starts_with("illegal flow end") && at < text.size()) {
    diagnostic.message =
        std::string("expected '") + (map ? "}" : "]") + "' before '" + text[at] + "'";
    diagnostic.help = "";
  } else if (yaml_message.find("flow not found") == std::string_view::npos) {
    return;
  }
  // In {x: AddN([dy, dy])} the bracket ends the value, because YAML starts a list there.
  const bool inside = at > 0 && at < text.size() && text[at - 1] != ' ' && text[at - 1] != '\n';
  if (inside && (text[at] == '[' || text[at] == '{')) {
    diagnostic.help = "put a value that has brackets in it in quotes";
  }
  diagnostic.notes.push_back({map ? "the map opens here" : "the list opens here", bracket});
}

}  // namespace

std::optional<diag::Diagnostic> DiagnoseOtherFormat(std::string_view text) {
  bool in_table = false;
  for (size_t at = ByteOrderMarkLength(text); at < text.size(); at = LineEnd(text, at) + 1) {
    const std::string_view line = base::Trim(text.substr(at, LineEnd(text, at) - at));
    if (line.empty() || line.starts_with('#')) continue;
    if (!in_table && IsTomlTable(line)) {
      in_table = true;
      continue;
    }
    if (!IsTomlKey(line)) return std::nullopt;
    const size_t begin = text.find(line, at);
    return diag::Diagnostic{
        .code = "E0001",
        .message = "this is TOML, but a spec is YAML",
        .span = {begin, begin + line.size()},
        .help = "a spec begins with 'plugingen: 1'; `plugingen init` writes one to start from"};
  }
  return std::nullopt;
}

size_t OddBlanks(std::string_view text) {
  size_t length = 0;
  while (length < text.size()) {
    const base::CodePoint c = base::DecodeUtf8(text, length);
    const bool shows_blank = base::IsOddBlank(c.value) && base::DisplayWidth(c.value) > 0;
    if (!c.valid || !shows_blank) break;
    length += c.length;
  }
  return length;
}

diag::Diagnostic DiagnoseOddBlanks(std::string_view text, const diag::Span& span) {
  const base::CodePoint first = base::DecodeUtf8(text, 0);
  return {.code = "E0004",
          .message =
              "the character " + base::Quoted(text.substr(0, first.length)) + " indents this line",
          .span = span,
          .notes = {{"it looks like a space, but YAML reads it as a letter", {}}},
          .help = "YAML allows only spaces there"};
}

diag::Diagnostic DiagnoseSyntax(std::string_view text, std::string_view yaml_message,
                                const SyntaxContext& context) {
  const size_t offset = context.offset;
  if (const std::optional<size_t> tab = TabInIndentation(text, offset)) {
    return {.code = "E0004",
            .message = "a tab indents this line",
            .span = {*tab, *tab + 1},
            .help = "YAML allows only spaces there"};
  }
  const size_t first = text.find_first_not_of(' ', LineBegin(text, offset));
  if (const size_t blanks = OddBlanks(text.substr(std::min(first, text.size()))); blanks > 0) {
    return DiagnoseOddBlanks(text.substr(first), {first, first + blanks});
  }
  if (const size_t marker = ConflictMarker(text); marker != std::string_view::npos) {
    return {.code = "E0001",
            .message = "this line is a conflict marker of a merge",
            .span = {marker, LineEnd(text, marker)},
            .help = "choose one of the two versions and remove the markers"};
  }
  diag::Diagnostic diagnostic = Translate(text, yaml_message, offset);
  if (context.runaway && LineBegin(text, context.runaway->end) == LineBegin(text, offset)) {
    if (std::optional<diag::Diagnostic> better =
            RunawayString(text, *context.runaway, diagnostic)) {
      return *better;
    }
    if (yaml_message.starts_with("illegal map value")) return DeeperLine(text, *context.runaway);
  }
  if (yaml_message.starts_with("illegal map value")) {
    if (context.open_bracket && text[context.open_bracket->begin] == '{') {
      diagnostic.help = "put a ',' between two keys, and a value that contains ': ' in quotes";
    } else {
      QuoteValueWithColon(text, offset, diagnostic);
      if (const std::optional<diag::Span> line = LineBefore(text, offset)) {
        if (std::optional<diag::Diagnostic> better = GluedColon(text, *line)) return *better;
        const std::string_view words = text.substr(line->begin, line->end - line->begin);
        // Every line of a map contains a colon.
        if (words.find(':') == std::string_view::npos && !words.starts_with('-')) {
          diagnostic.notes.push_back({"this line has no ':'", line});
        }
      }
    }
  }
  if (context.open_bracket)
    ExplainOpenBracket(text, yaml_message, *context.open_bracket, diagnostic);
  return diagnostic;
}

}  // namespace plugingen::spec
