#include "catalog/variable_access.h"

#include <algorithm>

#include "base/embedded.h"
#include "catalog/lines.h"

namespace plugingen::catalog {

const std::vector<std::string_view>& OpsOnVariables() {
  static const std::vector<std::string_view> ops = [] {
    std::vector<std::string_view> names;
    std::string_view text = base::EmbeddedText("catalog/variable_access.txt");
    for (std::string_view line = TakeFact(text); !line.empty(); line = TakeFact(text)) {
      names.push_back(line);
    }
    return names;
  }();
  return ops;
}

bool IsOnVariables(std::string_view op) {
  const std::vector<std::string_view>& ops = OpsOnVariables();
  return std::any_of(ops.begin(), ops.end(), [op](std::string_view name) {
    if (!name.ends_with('*')) return op == name;
    return op.starts_with(name.substr(0, name.size() - 1));
  });
}

}  // namespace plugingen::catalog
