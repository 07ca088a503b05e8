#include "catalog/never_released.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "base/embedded.h"
#include "catalog/lines.h"

namespace plugingen::catalog {
namespace {

// True for "struct NAME" and "field STRUCT.NAME". In a drafted struct, the name of a field is
// followed by a colon.
bool IsHead(std::string_view word, std::string_view rest) {
  constexpr std::string_view kKinds[] = {"struct", "function", "enum", "macro", "type", "field"};
  return std::find(std::begin(kKinds), std::end(kKinds), word) != std::end(kKinds) &&
         rest.find(' ') == std::string_view::npos;
}

}  // namespace

std::vector<NeverReleased> ReadNeverReleased(std::string_view text) {
  std::vector<NeverReleased> names;
  for (std::string_view line = TakeFact(text); !line.empty(); line = TakeFact(text)) {
    const std::string_view word = TakePart(line, ' ');
    if (IsHead(word, line)) {
      names.push_back({word, line, {}, {}, {}});
      continue;
    }
    if (names.empty()) throw std::logic_error("never released: a line before the first name");
    NeverReleased& draft = names.back();
    if (word == "drafted") {
      draft.drafted = line;
    } else if (word == "declared") {
      draft.declared = line;
    } else if (word == "replaced") {
      TakePart(line, ' ');  // "by"
      draft.replaced_by = line;
    } else if (word != "field" && word != "size" && word != "end" && word != "value") {
      throw std::logic_error("never released: unknown line " + std::string(word));
    }
  }
  return names;
}

const std::vector<NeverReleased>& BuiltInNeverReleased() {
  static const std::vector<NeverReleased> names =
      ReadNeverReleased(base::EmbeddedText("catalog/never_released.txt"));
  return names;
}

}  // namespace plugingen::catalog
