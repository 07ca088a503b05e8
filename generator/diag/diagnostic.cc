#include "diag/diagnostic.h"

#include <utility>

namespace plugingen::diag {

void Sink::Report(Diagnostic diagnostic) {
  size_t& count = diagnostic.severity == Severity::kError ? error_count_ : warning_count_;
  if (diagnostics_.size() == kMaxKept) {
    ++count;
    return;
  }
  // A value that is also used through a YAML alias is reported once.
  std::string identity =
      diagnostic.code + '\0' + std::to_string(diagnostic.span.begin) + '\0' + diagnostic.message;
  if (!seen_.insert(std::move(identity)).second) return;
  ++count;
  diagnostics_.push_back(std::move(diagnostic));
}

}  // namespace plugingen::diag
