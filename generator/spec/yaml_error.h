// yaml-cpp's syntax errors in words that say what to change.

#ifndef PLUGINGEN_SPEC_YAML_ERROR_H_
#define PLUGINGEN_SPEC_YAML_ERROR_H_

#include <cstddef>
#include <optional>
#include <string_view>

#include "diag/diagnostic.h"

namespace plugingen::spec {

// What the reader knew when yaml-cpp gave up.
struct SyntaxContext {
  size_t offset = 0;                       // where it gave up
  std::optional<diag::Span> runaway;       // the last string or word that went over several lines
  std::optional<diag::Span> open_bracket;  // of the innermost [...] or {...} that is not closed
};

// The length in bytes of what begins a text and looks like blanks, but is a letter to YAML; and
// what to say of a line that they indent.
size_t OddBlanks(std::string_view text);
diag::Diagnostic DiagnoseOddBlanks(std::string_view text, const diag::Span& span);

// What to say of a text that is no attempt at YAML; nothing of others.
std::optional<diag::Diagnostic> DiagnoseOtherFormat(std::string_view text);

diag::Diagnostic DiagnoseSyntax(std::string_view text, std::string_view yaml_message,
                                const SyntaxContext& context);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_YAML_ERROR_H_
