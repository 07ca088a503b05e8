// The output of `ops --sets` and `ops --set`.

#ifndef PLUGINGEN_CLI_OP_SETS_H_
#define PLUGINGEN_CLI_OP_SETS_H_

#include <string>
#include <vector>

#include "base/json.h"
#include "catalog/catalog.h"
#include "catalog/sets.h"

namespace plugingen::cli {

// An op of a set. Each row is a cross product, which has the dtypes for every type attr in the
// order of the definition. The rows do not overlap.
struct SetOp {
  std::string_view name;
  std::vector<std::vector<catalog::Constraint>> rows;
};

// Returns the ops of a set that the release has, each once, with the types that the set gives them.
// The set may name an op several times, because it can include other sets.
std::vector<SetOp> OpsOfSet(const catalog::OpSet& set, const catalog::Catalog& catalog);

// Returns a table of all sets with their names, numbers of ops, purposes and included sets.
std::string SetsText(const catalog::Catalog& catalog);
base::Json SetsJson(const catalog::Catalog& catalog);

// Returns the ops of one set with their types.
std::string SetText(const catalog::OpSet& set, const catalog::Catalog& catalog);
base::Json SetJson(const catalog::OpSet& set, const catalog::Catalog& catalog);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_OP_SETS_H_
