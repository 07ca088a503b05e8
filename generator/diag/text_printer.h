// Diagnostics as people read them in a terminal:
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

// Whether to write ANSI colours. Decided by the command line, the terminal and NO_COLOR; never
// here.
enum class ColorMode { kNever, kAlways };

struct TextOptions {
  ColorMode color = ColorMode::kNever;
  size_t limit = 100;         // diagnostics printed; a last line counts the others
  size_t line_columns = 100;  // longer source lines are cut to a window around the carets
};

// All diagnostics sorted by position, one blank line between two. `source` may be null for
// diagnostics that concern no text (a file on disk); they are printed without position and source
// line.
std::string RenderText(const SourceFile* source, const std::vector<Diagnostic>& diagnostics,
                       const TextOptions& options = {});

// "2 errors and 1 warning", "1 error"; "" when there are none. Counts what the sink kept and what
// it only counted.
std::string CountText(const Sink& sink);

// Indices of `diagnostics` in the order in which every printer shows them.
std::vector<const Diagnostic*> SortedByPosition(const std::vector<Diagnostic>& diagnostics);

}  // namespace plugingen::diag

#endif  // PLUGINGEN_DIAG_TEXT_PRINTER_H_
