#include "catalog/rewrites.h"

#include "base/embedded.h"
#include "catalog/lines.h"

namespace plugingen::catalog {

const std::vector<Rewrite>& Rewrites() {
  static const std::vector<Rewrite> rewrites = [] {
    std::vector<Rewrite> all;
    std::string_view text = base::EmbeddedText("catalog/rewrites.txt");
    for (std::string_view line = TakeFact(text); !line.empty(); line = TakeFact(text)) {
      Rewrite rewrite;
      rewrite.made = TakePart(line, '|');
      rewrite.from = SplitParts(TakePart(line, '|'), ' ');
      rewrite.example = TakePart(line, '|');
      rewrite.is_real = line == "real";
      all.push_back(rewrite);
    }
    return all;
  }();
  return rewrites;
}

}  // namespace plugingen::catalog
