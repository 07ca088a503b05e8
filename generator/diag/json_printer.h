// Diagnostics for programs: editors, CI annotations, scripts.

#ifndef PLUGINGEN_DIAG_JSON_PRINTER_H_
#define PLUGINGEN_DIAG_JSON_PRINTER_H_

#include <vector>

#include "base/json.h"
#include "diag/diagnostic.h"
#include "diag/source.h"

namespace plugingen::diag {

// An array with one object per diagnostic, sorted by position:
//
//   [{"severity": "error", "code": "E0101", "message": "...", "file": "acme.yaml",
//     "line": 9, "column": 26, "end_line": 9, "end_column": 27, "begin": 214, "end": 215,
//     "notes": [{"message": "...", "line": 3, ...}], "help": "..."}]
//
// Lines and columns are 1-based, columns count characters; begin and end are byte offsets. Every
// key is always there, but positions are left out where there is none (`source` null, notes without
// a place).
base::Json DiagnosticsJson(const SourceFile* source, const std::vector<Diagnostic>& diagnostics);

}  // namespace plugingen::diag

#endif  // PLUGINGEN_DIAG_JSON_PRINTER_H_
