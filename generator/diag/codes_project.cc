// Projects on disk. Add a page for every new code E04xx or W04xx.

#include "diag/code_tables.h"

namespace plugingen::diag {

std::span<const CodePage> ProjectCodes() { return {}; }

}  // namespace plugingen::diag
