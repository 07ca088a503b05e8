// Checks that rewriting a graph terminates.

#ifndef PLUGINGEN_REWRITE_CHECK_LOOPS_H_
#define PLUGINGEN_REWRITE_CHECK_LOOPS_H_

#include <vector>

#include "diag/diagnostic.h"
#include "rewrite/rewrite.h"

namespace plugingen::rewrite {

// Reports a rewrite whose replacement contains its own pattern (E0381), and cycles of rewrites that
// create each other's patterns (W0372), because they would repeat forever. Reports only certain
// cases. If a replacement may or may not contain a pattern, it counts as not containing it.
void CheckLoops(const std::vector<Rewrite>& rewrites, diag::Sink& sink);

}  // namespace plugingen::rewrite

#endif  // PLUGINGEN_REWRITE_CHECK_LOOPS_H_
