#include "catalog/formulas.h"

#include <algorithm>

#include "base/embedded.h"
#include "catalog/lines.h"

namespace plugingen::catalog {

const std::vector<Formula>& Formulas() {
  static const auto* const formulas =
      new std::vector<Formula>(ReadFormulas(base::EmbeddedText("catalog/formulas.txt")));
  return *formulas;
}

std::string_view FormulaNameOf(std::string_view text) {
  const std::vector<Formula>& formulas = Formulas();
  const auto found = std::find_if(formulas.begin(), formulas.end(),
                                  [text](const Formula& formula) { return formula.text == text; });
  return found == formulas.end() ? "Other" : found->name;
}

std::vector<Formula> ReadFormulas(std::string_view text) {
  std::vector<Formula> formulas;
  for (std::string_view line = TakeFact(text); !line.empty(); line = TakeFact(text)) {
    const std::string_view name = TakePart(line, '|');
    const std::string_view types = TakePart(line, '|');
    formulas.push_back(
        {name, types, line});  // the rest of the line, because a formula can contain '|'
  }
  return formulas;
}

}  // namespace plugingen::catalog
