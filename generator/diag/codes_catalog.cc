// Catalogue: what TensorFlow says about ops, types and arguments. Add a page for every new code
// E03xx or W03xx.

#include "diag/code_tables.h"

namespace plugingen::diag {

std::span<const CodePage> CatalogCodes() { return {}; }

}  // namespace plugingen::diag
