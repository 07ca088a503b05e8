// The formulas of elementwise plans as kernels of a device's language.

#ifndef PLUGINGEN_EMIT_FORMULAS_VIEW_H_
#define PLUGINGEN_EMIT_FORMULAS_VIEW_H_

#include <string>
#include <string_view>
#include <vector>

#include "emit/value.h"
#include "formula/print.h"

namespace plugingen::emit {

// `types`: for each data type that formulas are computed in the `condition` of the preprocessor
// under which programs do, and `text`: functions, and behind them a line for each formula that has
// one of the macros of library/compute/device/elementwise.inc make its kernels. `names`: the `name`
// and `snake` of each formula that has a text.
//
// `rules.types` and `rules.names`: the same of the rules of training updates, for
// library/compute/device/training_update.inc.
//
// `chain.types` and `chain.names`: the same of the formulas of chains, for
// library/compute/device/chain.inc. Its texts have the functions, and a macro with a line for each.
// The names have a `number`, which these lines begin with.
Members FormulasView(formula::Language language,
                     const std::vector<std::string_view>& formulas_of_chains);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_FORMULAS_VIEW_H_
