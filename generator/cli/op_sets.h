// The named sets of ops, as `ops --sets` and `ops --set` show them.

#ifndef PLUGINGEN_CLI_OP_SETS_H_
#define PLUGINGEN_CLI_OP_SETS_H_

#include <string>
#include <vector>

#include "base/json.h"
#include "catalog/catalog.h"
#include "catalog/sets.h"

namespace plugingen::cli {

// An op of a set. Each row is a cross product: dtypes for every type attr, in the order of the
// definition. No row holds what another has as well.
struct SetOp {
  std::string_view name;
  std::vector<std::vector<catalog::Constraint>> rows;
};

// The ops of a set that the release has, each once, with the types that the set gives them: a set
// that includes others may name an op many times.
std::vector<SetOp> OpsOfSet(const catalog::OpSet& set, const catalog::Catalog& catalog);

// A table of all sets: names, numbers of ops, purposes, and what each is made of.
std::string SetsText(const catalog::Catalog& catalog);
base::Json SetsJson(const catalog::Catalog& catalog);

// The ops of one set with their types.
std::string SetText(const catalog::OpSet& set, const catalog::Catalog& catalog);
base::Json SetJson(const catalog::OpSet& set, const catalog::Catalog& catalog);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_OP_SETS_H_
