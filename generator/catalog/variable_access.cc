#include "catalog/variable_access.h"

#include <algorithm>

#include "base/embedded.h"
#include "catalog/lines.h"

namespace plugingen::catalog {

bool VariableAccess::IsOf(std::string_view name) const {
  if (!op.ends_with('*')) return name == op;
  return name.starts_with(op.substr(0, op.size() - 1));
}

const std::vector<VariableAccess>& VariableAccesses() {
  static const std::vector<VariableAccess> accesses = [] {
    std::vector<VariableAccess> lines;
    std::string_view text = base::EmbeddedText("catalog/variable_access.txt");
    for (std::string_view line = TakeFact(text); !line.empty(); line = TakeFact(text)) {
      const std::string_view op = TakePart(line, ' ');
      lines.push_back({op, line});
    }
    return lines;
  }();
  return accesses;
}

bool LocksVariables(std::string_view op) {
  const std::vector<VariableAccess>& accesses = VariableAccesses();
  return std::any_of(accesses.begin(), accesses.end(), [op](const VariableAccess& access) {
    return access.way == "lock" && access.IsOf(op);
  });
}

}  // namespace plugingen::catalog
