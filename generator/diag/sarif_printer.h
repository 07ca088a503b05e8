// SARIF 2.1.0 (OASIS), the format in which services show findings beside the code.

#ifndef PLUGINGEN_DIAG_SARIF_PRINTER_H_
#define PLUGINGEN_DIAG_SARIF_PRINTER_H_

#include <string>
#include <vector>

#include "base/json.h"
#include "diag/diagnostic.h"
#include "diag/source.h"

namespace plugingen::diag {

// Returns the log of one run. `uri` is the location of the source; "" if it is no file.
base::Json SarifLog(const SourceFile& source, const std::vector<Diagnostic>& diagnostics,
                    const std::string& uri);

}  // namespace plugingen::diag

#endif  // PLUGINGEN_DIAG_SARIF_PRINTER_H_
