// Prints diagnostics for a terminal:
//
//   acme.yaml:9:26: error: op 'Relu' has no type attribute 'U' [E0312]
//       9 |   - {op: Relu, types: {U: [float, half]}}
//         |                        ^
//     note: Relu(features: T) -> activations: T
//     help: did you mean 'T'?

#ifndef PLUGINGEN_DIAG_TEXT_PRINTER_H_
#define PLUGINGEN_DIAG_TEXT_PRINTER_H_

#include <cstddef>
#include <string>
#include <vector>

#include "diag/diagnostic.h"
#include "diag/source.h"

namespace plugingen::diag {

// Whether to write ANSI colours. The callers decide by the command line, the terminal and NO_COLOR.
enum class ColorMode { kNever, kAlways };

struct TextOptions {
  ColorMode color = ColorMode::kNever;
  size_t limit = 100;         // the number of diagnostics to print; a last line counts the others
  size_t line_columns = 100;  // longer source lines are reduced to a window around the carets
};

// Prints all diagnostics sorted by position, separated by blank lines. `source` may be null for
// diagnostics that refer to no text, such as a file on disk; then positions and source lines are
// left out.
std::string RenderText(const SourceFile* source, const std::vector<Diagnostic>& diagnostics,
                       const TextOptions& options = {});

// Returns "2 errors and 1 warning", "1 error", or "" if there are none. Includes those that the
// sink only counted.
std::string CountText(const Sink& sink);

// Returns the diagnostics in the order in which all printers show them.
std::vector<const Diagnostic*> SortedByPosition(const std::vector<Diagnostic>& diagnostics);

}  // namespace plugingen::diag

#endif  // PLUGINGEN_DIAG_TEXT_PRINTER_H_
