// The list `ops:`. The code in op/ parses its texts later.

#ifndef PLUGINGEN_SPEC_PARSE_OPS_H_
#define PLUGINGEN_SPEC_PARSE_OPS_H_

#include <vector>

#include "spec/section.h"
#include "spec/spec.h"

namespace plugingen::spec {

std::vector<OpEntry> ParseOps(const Section& root);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_PARSE_OPS_H_
