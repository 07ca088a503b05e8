#include "catalog/variable_access.h"

#include "catalog/history.h"
#include "catalog/lines.h"
#include "emit/embedded.h"

namespace plugingen::catalog {

const VariableOp* VariableAccess::Find(std::string_view op) const {
  const VariableOp* found = nullptr;
  for (const VariableOp& candidate : ops) {
    if (candidate.name == op) return &candidate;
    const bool is_prefix = candidate.name.ends_with('*');
    if (is_prefix && op.starts_with(candidate.name.substr(0, candidate.name.size() - 1))) {
      found = &candidate;
    }
  }
  return found;
}

const VariableAccess& AccessToVariables() {
  static const VariableAccess access = [] {
    VariableAccess read;
    std::string_view text = emit::EmbeddedText("catalog/variable_access.txt");
    for (std::string_view line = TakeFact(text); !line.empty(); line = TakeFact(text)) {
      const std::string_view name = TakePart(line, '|');
      constexpr std::string_view kLacking = "lacking ";
      if (name.starts_with(kLacking)) {
        read.lacking = ReadReleases(name.substr(kLacking.size()), History::BuiltIn().releases());
      } else {
        read.ops.push_back({name, line});
      }
    }
    return read;
  }();
  return access;
}

}  // namespace plugingen::catalog
