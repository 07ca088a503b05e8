// Ops whose kernels have to lock a variable (catalog/variable_access.txt).

#ifndef PLUGINGEN_CATALOG_VARIABLE_ACCESS_H_
#define PLUGINGEN_CATALOG_VARIABLE_ACCESS_H_

#include <string_view>
#include <vector>

#include "catalog/releases.h"

namespace plugingen::catalog {

struct VariableOp {
  std::string_view name;     // "ResourceApply*": all that begin so
  std::string_view instead;  // "tf.Variable.assign_add", which does without it; "" if nothing does
};

struct VariableAccess {
  ReleaseSet lacking = 0;  // of the releases of History::BuiltIn()
  std::vector<VariableOp> ops;

  // The line for the op, or null if its kernels need no variable.
  const VariableOp* Find(std::string_view op) const;
};

const VariableAccess& AccessToVariables();

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_VARIABLE_ACCESS_H_
