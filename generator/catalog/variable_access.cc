#include "catalog/variable_access.h"

#include <optional>

#include "catalog/c_api.h"
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

namespace {

// The releases of the history whose libraries do not export what locking a variable takes.
ReleaseSet LackingReleases() {
  const CApi& api = CApi::BuiltIn();
  const ApiSection* lock = api.Find(ApiKind::kFunction, "TF_MaybeLockVariableInputMutexesInOrder");
  const std::vector<std::string_view>& releases = History::BuiltIn().releases();
  ReleaseSet lacking = 0;
  for (size_t i = 0; i < releases.size(); ++i) {
    const std::optional<size_t> index = api.IndexOf(releases[i]);
    if (!index) continue;
    const bool exported = lock != nullptr && Holds(lock->releases, *index) &&
                          api.Read(*lock, *index).ExportedBy("framework");
    if (!exported && api.KnowsExports(*index)) lacking |= ReleasesBetween(i, i);
  }
  return lacking;
}

}  // namespace

const VariableAccess& AccessToVariables() {
  static const VariableAccess access = [] {
    VariableAccess read;
    read.lacking = LackingReleases();
    std::string_view text = emit::EmbeddedText("catalog/variable_access.txt");
    for (std::string_view line = TakeFact(text); !line.empty(); line = TakeFact(text)) {
      const std::string_view name = TakePart(line, '|');
      read.ops.push_back({name, line});
    }
    return read;
  }();
  return access;
}

}  // namespace plugingen::catalog
