#include "catalog/primitives.h"

#include "base/embedded.h"
#include "catalog/lines.h"

namespace plugingen::catalog {

const std::vector<Primitive>& Primitives() {
  static const auto* const primitives =
      new std::vector<Primitive>(ReadPrimitives(base::EmbeddedText("catalog/primitives.txt")));
  return *primitives;
}

std::vector<Primitive> ReadPrimitives(std::string_view text) {
  std::vector<Primitive> primitives;
  for (std::string_view line = TakeFact(text); !line.empty(); line = TakeFact(text)) {
    std::string_view rest = line;
    const std::string_view word = TakePart(rest, ' ');
    if (word == "share") {
      for (std::string_view share : SplitParts(rest, ' ')) {
        const std::string_view family = TakePart(share, '=');
        primitives.back().shares.push_back({family, share});
      }
    } else if (word == "ops") {
      primitives.back().ops = SplitParts(rest, ' ');
    } else {
      const std::string_view name = TakePart(line, ':');
      primitives.push_back({name, line, {}, {}});
    }
  }
  return primitives;
}

}  // namespace plugingen::catalog
