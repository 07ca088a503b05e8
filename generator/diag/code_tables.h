// The pages of the codes by family. Only codes.cc combines them.

#ifndef PLUGINGEN_DIAG_CODE_TABLES_H_
#define PLUGINGEN_DIAG_CODE_TABLES_H_

#include <span>

#include "diag/codes.h"

namespace plugingen::diag {

std::span<const CodePage> SyntaxCodes();     // E00xx
std::span<const CodePage> StructureCodes();  // E01xx
std::span<const CodePage> ValuesCodes();     // E02xx, W02xx
std::span<const CodePage> CatalogCodes();    // E03xx, W03xx
std::span<const CodePage> GradientsCodes();  // E034x, E0352, W0340
std::span<const CodePage> OpsCodes();        // E036x
std::span<const CodePage> ShapesCodes();     // E032x, E033x, W032x
std::span<const CodePage> RewritesCodes();   // E037x, W037x
std::span<const CodePage> ProjectCodes();    // E04xx, W04xx

}  // namespace plugingen::diag

#endif  // PLUGINGEN_DIAG_CODE_TABLES_H_
