// SARIF 2.1.0 (OASIS), which code scanners hand to whoever shows findings beside the code.

#ifndef PLUGINGEN_DIAG_SARIF_PRINTER_H_
#define PLUGINGEN_DIAG_SARIF_PRINTER_H_

#include <string>
#include <vector>

#include "base/json.h"
#include "diag/diagnostic.h"
#include "diag/source.h"

namespace plugingen::diag {

// A log of one run. `uri` is where the source is, as SARIF has it; empty for a text that is no
// file.
base::Json SarifLog(const SourceFile& source, const std::vector<Diagnostic>& diagnostics,
                    const std::string& uri);

}  // namespace plugingen::diag

#endif  // PLUGINGEN_DIAG_SARIF_PRINTER_H_
