// Ops as text: what `plugingen coverage -` reads.

#ifndef PLUGINGEN_COVERAGE_OP_LIST_H_
#define PLUGINGEN_COVERAGE_OP_LIST_H_

#include <string>
#include <string_view>
#include <vector>

#include "coverage/op_use.h"

namespace plugingen::coverage {

// One op a line, "MatMul" or "MatMul T=float", with any number of attrs; '#' begins a comment.
// `errors` says which lines are none; then nothing is returned.
Model ReadOpList(std::string_view text, std::vector<std::string>& errors);

}  // namespace plugingen::coverage

#endif  // PLUGINGEN_COVERAGE_OP_LIST_H_
