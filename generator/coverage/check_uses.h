// Mistakes in uses of ops that somebody has written by hand.

#ifndef PLUGINGEN_COVERAGE_CHECK_USES_H_
#define PLUGINGEN_COVERAGE_CHECK_USES_H_

#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "coverage/op_use.h"
#include "model/new_op.h"

namespace plugingen::coverage {

// A sentence for each attr that its op does not have, and each dtype that the attr cannot be, each
// with what would be right. Ops that nobody knows are left to Cover(), which tells them.
std::vector<std::string> MistakesIn(const Model& model, const model::NewOps& new_ops,
                                    const catalog::Catalog& catalog);

}  // namespace plugingen::coverage

#endif  // PLUGINGEN_COVERAGE_CHECK_USES_H_
