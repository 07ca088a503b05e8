// Reads ops as text, for `plugingen coverage -`.

#ifndef PLUGINGEN_COVERAGE_OP_LIST_H_
#define PLUGINGEN_COVERAGE_OP_LIST_H_

#include <string>
#include <string_view>
#include <vector>

#include "coverage/op_use.h"

namespace plugingen::coverage {

// Each line has an op, "MatMul" or "MatMul T=float", with any number of attrs. '#' starts a
// comment. If lines are invalid, describes them in `errors` and returns nothing else.
Model ReadOpList(std::string_view text, std::vector<std::string>& errors);

}  // namespace plugingen::coverage

#endif  // PLUGINGEN_COVERAGE_OP_LIST_H_
