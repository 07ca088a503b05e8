// Checks uses of ops that the user wrote by hand.

#ifndef PLUGINGEN_COVERAGE_CHECK_USES_H_
#define PLUGINGEN_COVERAGE_CHECK_USES_H_

#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "coverage/op_use.h"
#include "model/new_op.h"

namespace plugingen::coverage {

// Returns a sentence for each attr that an op does not have, and for each dtype that an attr cannot
// have, with the valid ones. Ignores unknown ops, because Cover() reports them.
std::vector<std::string> MistakesIn(const Model& model, const model::NewOps& new_ops,
                                    const catalog::Catalog& catalog);

}  // namespace plugingen::coverage

#endif  // PLUGINGEN_COVERAGE_CHECK_USES_H_
