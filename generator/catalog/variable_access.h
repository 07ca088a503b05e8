// Ops whose kernels have to lock a variable (catalog/variable_access.txt).

#ifndef PLUGINGEN_CATALOG_VARIABLE_ACCESS_H_
#define PLUGINGEN_CATALOG_VARIABLE_ACCESS_H_

#include <string_view>
#include <vector>

namespace plugingen::catalog {

// The names of these ops. "ResourceApply*" means all names with this prefix.
const std::vector<std::string_view>& OpsOnVariables();

bool IsOnVariables(std::string_view op);

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_VARIABLE_ACCESS_H_
