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

// Sorted by name.
const std::vector<Formula>& Formulas();

// The name of the first formula with this text, such as "sum(x, y)"; "Other" if there is none.
std::string_view FormulaNameOf(std::string_view text);

// The same as Formulas() for a text, which tests use.
std::vector<Formula> ReadFormulas(std::string_view text);

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_FORMULAS_H_
