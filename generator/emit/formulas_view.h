// The formulas of elementwise plans as kernels in the language of a device.

#ifndef PLUGINGEN_EMIT_FORMULAS_VIEW_H_
#define PLUGINGEN_EMIT_FORMULAS_VIEW_H_

#include <string>
#include <string_view>
#include <vector>

#include "emit/value.h"
#include "formula/print.h"

namespace plugingen::emit {

// Returns the template values `types`, `names`, `rules` and `chain`.
//
// `types` has an item for each data type in which formulas are computed. `condition` is the
// preprocessor condition under which a program computes in it. `text` contains the functions,
// followed by a line for each formula, in which a macro of library/compute/device/elementwise.inc
// defines the kernels. `names` has the `name` and `snake` of each formula with a text.
//
// `rules.types` and `rules.names` are the same for the rules of training updates in
// library/compute/device/training_update.inc.
//
// `chain.types` and `chain.names` are the same for the formulas of chains in
// library/compute/device/chain.inc. The texts contain the functions and a macro with a line for
// each formula. The names also have the `number` at the start of that line.
Members FormulasView(formula::Language language,
                     const std::vector<std::string_view>& formulas_of_chains);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_FORMULAS_VIEW_H_
