// The formulas of elementwise plans (catalog/formulas.txt).

#ifndef PLUGINGEN_CATALOG_FORMULAS_H_
#define PLUGINGEN_CATALOG_FORMULAS_H_

#include <string_view>
#include <vector>

namespace plugingen::catalog {

struct Formula {
  std::string_view name;   // "ReluGrad": compute::Formula::kReluGrad
  std::string_view types;  // "real", "signed", "number", "integer", "truth", or "host"
  std::string_view text;
};

// All formulas, sorted by name.
const std::vector<Formula>& Formulas();

// Returns the name of the first formula with this text, such as "sum(x, y)", or "Other".
std::string_view FormulaNameOf(std::string_view text);

// Parses a text as Formulas() does; for tests.
std::vector<Formula> ReadFormulas(std::string_view text);

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_FORMULAS_H_
