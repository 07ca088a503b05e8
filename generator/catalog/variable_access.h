// What becomes of ops that take a resource (catalog/variable_access.txt).

#ifndef PLUGINGEN_CATALOG_VARIABLE_ACCESS_H_
#define PLUGINGEN_CATALOG_VARIABLE_ACCESS_H_

#include <string_view>
#include <vector>

namespace plugingen::catalog {

struct VariableAccess {
  std::string_view op;   // "ResourceApply*" means all names with this prefix
  std::string_view way;  // "lock"

  bool IsOf(std::string_view name) const;
};

const std::vector<VariableAccess>& VariableAccesses();

// Whether the op's kernel has to lock variables.
bool LocksVariables(std::string_view op);

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_VARIABLE_ACCESS_H_
