#include "spec/yaml_split.h"

#include <algorithm>
#include <string>

#include "base/text.h"
#include "spec/yaml_text.h"

namespace plugingen::spec {

std::optional<diag::Span> WholeOfSplitValue(std::string_view text, const diag::Span& value,
                                            size_t end) {
  const std::string_view part = text.substr(value.begin, value.end - value.begin);
  auto open = std::count(part.begin(), part.end(), '(') - std::count(part.begin(), part.end(), ')');
  if (open <= 0) return std::nullopt;
  for (size_t at = value.end; at < end;) {
    const char c = text[at];
    if (c == '"' || c == '\'') {
      at = QuotedEnd(text, at);  // npos ends the loop
      continue;
    }
    if (std::string_view("[]{}#\n").find(c) != std::string_view::npos) return std::nullopt;
    if (text.substr(at).starts_with(": ")) return std::nullopt;  // the next key
    open += c == '(' ? 1 : c == ')' ? -1 : 0;
    ++at;
    if (open == 0) return diag::Span{value.begin, at};
  }
  return std::nullopt;
}

diag::Diagnostic DiagnoseSplitValue(std::string_view text, const diag::Span& part,
                                    const diag::Span& whole) {
  const size_t comma = SkipSpaceAndComments(text, part.end);
  const std::string value(text.substr(whole.begin, whole.end - whole.begin));
  const std::string quote = value.find('"') == std::string::npos ? "\"" : "'";
  return {.code = "E0015",
          .message = "this ',' ends the value " +
                     base::Quoted(text.substr(part.begin, part.end - part.begin)) +
                     ", in which a '(' is open",
          .span = {comma, comma + 1},
          .notes = {{"between brackets YAML reads a ',' as the end of a value without quotes", {}}},
          .help = "put the value in quotes: " + quote + value + quote};
}

}  // namespace plugingen::spec
