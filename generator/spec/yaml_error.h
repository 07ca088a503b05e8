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

diag::Diagnostic DiagnoseSyntax(std::string_view text, std::string_view yaml_message,
                                const SyntaxContext& context);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_YAML_ERROR_H_
