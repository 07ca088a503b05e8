// Whether a graph's rewrites come to an end.

#ifndef PLUGINGEN_REWRITE_CHECK_LOOPS_H_
#define PLUGINGEN_REWRITE_CHECK_LOOPS_H_

#include <vector>

#include "diag/diagnostic.h"
#include "rewrite/rewrite.h"

namespace plugingen::rewrite {

// A rewrite whose replacement has its own pattern in it happens again and again (E0381), and so do
// rewrites each of which makes the next one's pattern (W0372). Only what is certain is reported: a
// pattern that may or may not be found in a replacement counts as not found.
void CheckLoops(const std::vector<Rewrite>& rewrites, diag::Sink& sink);

}  // namespace plugingen::rewrite

#endif  // PLUGINGEN_REWRITE_CHECK_LOOPS_H_
