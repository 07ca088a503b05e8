#include "diag/codes.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "diag/code_tables.h"

namespace plugingen::diag {

std::span<const CodePage> CodePages() {
  static const std::vector<CodePage> pages = [] {
    std::vector<CodePage> all;
    for (const auto table :
         {SyntaxCodes(), StructureCodes(), ValuesCodes(), CatalogCodes(), GradientsCodes(),
          OpsCodes(), ShapesCodes(), RewritesCodes(), ProjectCodes()}) {
      all.insert(all.end(), table.begin(), table.end());
    }
    std::sort(all.begin(), all.end(),
              [](const CodePage& a, const CodePage& b) { return a.code < b.code; });
    return all;
  }();
  return pages;
}

const CodePage* FindCodePage(std::string_view code) {
  const std::string wanted = base::ToUpper(code);
  for (const CodePage& page : CodePages()) {
    if (page.code == wanted) return &page;
  }
  return nullptr;
}

}  // namespace plugingen::diag
