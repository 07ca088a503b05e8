// Translates yaml-cpp's syntax errors into messages that say what to change.

#ifndef PLUGINGEN_SPEC_YAML_ERROR_H_
#define PLUGINGEN_SPEC_YAML_ERROR_H_

#include <cstddef>
#include <optional>
#include <string_view>

#include "diag/diagnostic.h"

namespace plugingen::spec {

// The state of the reader when yaml-cpp stopped.
struct SyntaxContext {
  size_t offset = 0;                       // where it stopped
  std::optional<diag::Span> runaway;       // the last scalar with several lines
  std::optional<diag::Span> open_bracket;  // the innermost unclosed [...] or {...}
};

// OddBlanks returns the length in bytes of the leading characters that look like blanks but are
// letters in YAML. DiagnoseOddBlanks reports a line that they indent.
size_t OddBlanks(std::string_view text);
diag::Diagnostic DiagnoseOddBlanks(std::string_view text, const diag::Span& span);

// Reports a text in a format other than YAML. Returns nothing for other texts.
std::optional<diag::Diagnostic> DiagnoseOtherFormat(std::string_view text);

diag::Diagnostic DiagnoseSyntax(std::string_view text, std::string_view yaml_message,
                                const SyntaxContext& context);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_YAML_ERROR_H_
