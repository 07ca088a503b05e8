// Prints diagnostics for programs: editors, CI annotations, scripts.

#ifndef PLUGINGEN_DIAG_JSON_PRINTER_H_
#define PLUGINGEN_DIAG_JSON_PRINTER_H_

#include <vector>

#include "base/json.h"
#include "diag/diagnostic.h"
#include "diag/source.h"

namespace plugingen::diag {

// Returns an array with one object per diagnostic, sorted by position:
//
//   [{"severity": "error", "code": "E0101", "message": "...", "file": "acme.yaml",
//     "line": 9, "column": 26, "end_line": 9, "end_column": 27, "begin": 214, "end": 215,
//     "notes": [{"message": "...", "line": 3, ...}], "help": "..."}]
//
// Lines and columns start at 1. Columns count characters; begin and end are byte offsets. All keys
// are always present, except positions if there are none (`source` is null, or a note has no
// position).
base::Json DiagnosticsJson(const SourceFile* source, const std::vector<Diagnostic>& diagnostics);

}  // namespace plugingen::diag

#endif  // PLUGINGEN_DIAG_JSON_PRINTER_H_
